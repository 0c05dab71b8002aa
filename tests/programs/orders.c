/* Unknown elements are sorted, and found; a function is chosen by an input. */
#include <assert.h>
#include <stdlib.h>

#include "klee/klee.h"

static int compare(const void *x, const void *y) {
    int a = *(const int *)x, b = *(const int *)y;
    return (a > b) - (a < b);
}
static int add(int x) { return x + 1; }
static int twice(int x) { return 2 * x; }
static int (*const functions[])(int) = {add, twice, abs};

int main(void) {
    int a[3], which;
    klee_make_symbolic(a, sizeof a, "a");
    klee_make_symbolic(&which, sizeof which, "which");
    qsort(a, 3, sizeof *a, compare);
    assert(a[0] <= a[1] && a[1] <= a[2]);
    int *found = bsearch(&a[1], a, 3, sizeof *a, compare);
    assert(found && *found == a[1]);

    klee_assume(which >= 0 && which < 2);
    int y = functions[which](10);
    assert(y == (which ? 20 : 11));
}
