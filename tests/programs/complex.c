/* Complex products and quotients, infinities and NaNs among them. */
#include <assert.h>
#include <complex.h>
#include <math.h>

static volatile double zero = 0, huge = 1.7e308, tiny = 4e-320;

#define IS(value, re, im) ((re) == creal(value) && (im) == cimag(value))

int main(void) {
    double complex x = 3 + 4 * I, y = 1 - 2 * I;
    float complex f = 5 + 1 * I, g = 2 + 3 * I;
    long double complex l = 1 + 1 * I, m = 2 - 2 * I;
    assert(IS(x * y, 11, -2));
    assert(IS(x / y, -1, 2));
    assert(IS(f / g, 1, -1));
    assert(IS(l / m, 0, 0.5));
    assert(IS(l * m, 4, 0));
    assert(IS(x / (zero + 2 * I), 2, -1.5));
    assert(isinf(creal(x / (zero + zero * I))));
    assert(IS((huge + huge * I) / (huge + huge * I), 1, 0));
    assert(IS((tiny + zero * I) / (tiny + zero * I), 1, 0));
    double complex infinite = __builtin_complex((double)INFINITY, (double)NAN);
    assert(isinf(creal(infinite * x)) && isinf(creal(infinite / x)));
    assert(IS(x / infinite, 0, 0));
    double complex third = x / 3 / y;
    assert(creal(third) * -3 == 1 && cimag(third) == 2. / 3);
}
