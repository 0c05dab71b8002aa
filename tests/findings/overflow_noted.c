// simdiff: run => equivalent
// A sum that overflows for some inputs, and is used as it wraps around.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    int sum = x + y;
    assert((unsigned)sum == (unsigned)x + (unsigned)y);
    return 0;
}
