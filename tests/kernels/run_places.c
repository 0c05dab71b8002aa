// simdiff: run => equivalent "one place of each block was tried"
// simdiff: run --cflags=-DPLACED => equivalent
// simdiff: run --cflags=-DPLACED --cflags=-DWRONG => defect assertion
// A path for aligned memory depends on where malloc puts a block; aligned_alloc leaves no choice.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int sum_aligned(const int *p)
{
#ifdef WRONG
    return p[0];
#else
    return p[0] + p[1];
#endif
}

static int sum(const int *p)
{
    if ((uintptr_t)p % 32 == 0)
        return sum_aligned(p);
    return p[1] + p[0];
}

int main(void)
{
#ifdef PLACED
    int *p = aligned_alloc(32, 32);
#else
    int *p = malloc(32);
#endif
    if (!p)
        return 0;
    p[0] = 1;
    p[1] = 2;
    assert(sum(p) == 3);
    free(p);
    return 0;
}
