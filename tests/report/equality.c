#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int bitwise_eq(float a, float b)
{
    uint32_t x, y;
    memcpy(&x, &a, 4);
    memcpy(&y, &b, 4);
    return x == y;
}

int main(void)
{
    float *a = malloc(3 * sizeof *a);
    klee_make_symbolic(a, 3 * sizeof *a, "a");
    assert(bitwise_eq(a[0] + a[1] + a[2], a[0] + (a[1] + a[2])));
    return 0;
}
