/* Recursion without end, after an assertion that fails. */
#include <assert.h>
#include <klee/klee.h>

static int depth(int n) { return depth(n + 1) + 1; }

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
#ifndef QUIET
    assert(x != 12345);
#endif
    return depth(x);
}
