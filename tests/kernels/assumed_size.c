// simdiff: run => equivalent
// simdiff: run --cflags -DOVERRUN => defect
/* The size of an allocation has few values because an assumption bounds it. */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n >= 1);
    klee_assume(n < 4);
    char *p = calloc(n, 1);
#ifdef OVERRUN
    p[n / 3 + 2] = 1;
#endif
    assert(p[n - 1] == 0);
    free(p);
}
