// simdiff: run => defect over-shift
// The rest of a negative number is negative.
#include <klee/klee.h>

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    volatile int bit = 1 << (n % 8);
    return bit & 0;
}
