// simdiff: run => defect undefined-branch
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned char used;
    klee_make_symbolic(&used, sizeof used, "used");
    int *flags = malloc(8 * sizeof *flags);
    for (int i = 0; i < (used & 7); i++)
        flags[i] = 0;
    assert(flags[6] == 0);
    free(flags);
    return 0;
}
