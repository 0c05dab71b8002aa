/* The absolute value, right and wrong. */
#include <assert.h>
#include <klee/klee.h>

int main(int argc, char **argv)
{
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x > -1000);
    int sign = x >> 31;
    int magnitude = argc > 1 ? x ^ sign : (x ^ sign) - sign;
    assert(magnitude == (x < 0 ? -x : x));
    return 0;
}
