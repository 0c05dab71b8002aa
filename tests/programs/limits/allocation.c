/* An allocation of any size up to 2^32 - 1, after an assertion that fails. */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
#ifndef QUIET
    assert(x != 12345);
#endif
    char *block = malloc(x);
    block[0] = 1;
    return 0;
}
