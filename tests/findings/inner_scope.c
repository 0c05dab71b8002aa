// simdiff: run => equivalent
// A local of a loop's body is alive in every round.
#include <assert.h>

int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int pair[2] = {i, 2 * i}, *second = pair + 1;
        sum += *second;
    }
    assert(sum == 6);
}
