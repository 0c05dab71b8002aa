// simdiff: run => defect false-assumption
// The harness promises the compiler what some of its inputs break.
#include <klee/klee.h>

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    __builtin_assume(n % 4 == 0);
    return n / 4 * 4 != n;
}
