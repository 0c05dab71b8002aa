/* Arrays of variable length: their memory ends with their block, and calls leave
 * nothing on the stack. */
#include <assert.h>

int *volatile seen;

struct big {
    int at[64];
};

__attribute__((noinline)) static int last(struct big copy) { return copy.at[63]; }

static int deep(int n) { return n ? 1 + deep(n - 1) : 0; }

int main(void) {
    struct big big = {{0}};
    int sum = 0;
    big.at[63] = 3;
    for (int n = 0; n < 3000; ++n) {
        int square[n % 50 + 1];
        square[n % 50] = n;
        seen = square;
        sum += square[n % 50] - n;
        for (int k = 1; k < 3; ++k) {
            int inner[k * 4];
            inner[k] = square[n % 50];
            sum += inner[k] - n;
        }
        sum += last(big) - 3;
    }
    assert(sum == 0);
    assert(deep(20000) == 20000);
}
