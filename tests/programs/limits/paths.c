/* 2^20 paths that no merge joins, since each allocates; one of the first fails. */
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
#ifndef QUIET
    assert(x != 12345);
#endif
    int blocks = 0;
    for (int i = 0; i < 20; i++)
        if (x >> i & 1) {
            char *block = malloc(i + 1);
            block[i] = 1;
            blocks++;
        }
    assert(blocks <= 20);
    return 0;
}
