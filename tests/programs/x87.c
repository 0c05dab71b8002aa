/* Extended precision: arithmetic, memory, conversions, comparisons, constants. */
#include <assert.h>
#include <math.h>
#include <string.h>

static long double global = 0.1L;
static long double table[3] = {1.5L, -2.25L, 1e4000L};

static long double mean(int n, const long double *x) {
    long double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    return sum / n;
}

struct mixed { char c; long double x; int i; };

static long double power(long double x, int n) {
    long double result = 1;
    for (; n; n >>= 1, x *= x)
        if (n & 1) result *= x;
    return result;
}

int main(int argc, char **argv) {
    volatile double d = 0.1;
    volatile float f = 0.1f;
    volatile long l = -123456789012345678;
    volatile unsigned long u = 0xfedcba9876543210;
    long double x = d, y = f;
    assert(x != global && (double)global == d && y != x);
    assert((long double)l + 0.5L == -123456789012345677.5L);
    assert((unsigned long)((long double)u) == u && (long)(long double)l == l);
    assert((int)(global * 1000) == 100 && (short)(x * -70) == -7);
    assert((unsigned)(3e9L) == 3000000000u);
    assert(x + y * 2 - 1 / x == (long double)d + (long double)f * 2.0L - 1.0L / (long double)d);
    assert(table[2] > 1e308 && (double)table[2] == INFINITY && -table[1] == 2.25L);
    assert(mean(2, table) == -0.375L);
    struct mixed m = {1, global, 2}, n;
    memcpy(&n, &m, sizeof m);
    assert(n.x == global && n.i == 2 && sizeof m == 48);
    assert(power(1.0000001L, 1000) > 1.0001L && power(1.0000001L, 1000) < 1.00010001L);
    unsigned char bytes[16] = {0};
    memcpy(bytes, &global, 10);
    unsigned long mantissa;
    memcpy(&mantissa, bytes, 8);
    assert(mantissa == 0xcccccccccccccccdul && bytes[8] == 0xfb && bytes[9] == 0x3f);
    assert(fabsl(-global) == global && sqrtl(2.25L) == 1.5L && floorl(-1.5L) == -2);
    assert(isnan(global - global / 0.0L * 0.0L));
    assert(__builtin_isinf(1 / (global - global)));
    assert(argc == 1 || global < argc);
    long double sum = 0;
    for (int i = 1; i <= 20; i++) sum += 1.0L / i;
    memcpy(&mantissa, &sum, 8);
    assert(mantissa == 0xe6415dd5bd145792ul);
    int e;
    long double frac = frexpl(global, &e);
    assert(ldexpl(frac, e) == global && e == -3);
    assert(fmodl(5.5L, 2) == 1.5L && fmaxl(1, 2) == 2 && copysignl(1, -2.0L) == -1);
    assert(llrintl(2.5L) == 2 && lroundl(2.5L) == 3 && truncl(-2.5L) == -2);
    return 0;
}
