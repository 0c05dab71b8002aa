// simdiff: run => equivalent
// The address is in one of two objects, by arithmetic that is no choice of pointers:
// one path for each.
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

static int a[4] = {1, 2, 3, 4}, b[4] = {10, 20, 30, 40};

int main(void) {
    unsigned char second, i;
    klee_make_symbolic(&second, sizeof second, "second");
    klee_make_symbolic(&i, sizeof i, "i");
    uintptr_t mask = -(uintptr_t)(second & 1);
    const int *p = (const int *)((uintptr_t)a ^ (((uintptr_t)a ^ (uintptr_t)b) & mask));
    int value = p[i & 3];
    assert((second & 1) ? value == 10 * ((i & 3) + 1) : value == (i & 3) + 1);
    return 0;
}
