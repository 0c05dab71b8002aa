// simdiff: run => defect out-of-bounds-read
// The address is in one of two objects, or just past one of them.
#include <klee/klee.h>
#include <stdint.h>

static int a[4] = {1, 2, 3, 4}, b[5] = {10, 20, 30, 40, 50};

int main(void) {
    unsigned char second, i;
    klee_make_symbolic(&second, sizeof second, "second");
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i <= 4);
    uintptr_t mask = -(uintptr_t)(second & 1);
    const int *p = (const int *)((uintptr_t)a ^ (((uintptr_t)a ^ (uintptr_t)b) & mask));
    return p[i] == 7;
}
