// simdiff: run => defect read-after-scope
// The variable's block was left, though its value is still known.
#include <assert.h>

int main(void) {
    int *last;
    {
        int step = 3;
        last = &step;
    }
    assert(*last == 3);
}
