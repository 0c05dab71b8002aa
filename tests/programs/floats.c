/* Floats taken apart: the hash of what the system's own functions give. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double values[] = {0,       -0.0,      1,           -1.5,       3.999,       1e300,
                                -5e-324, 2.2e-308,  1e-310,      INFINITY,   -INFINITY,   NAN,
                                -0.3,    123456.789, 4503599627370497.5, 1048576.25};
static unsigned long hash;

static void mix(unsigned long x) {
    hash = (hash ^ x) * 0x9E3779B97F4A7C15ul;
    hash ^= hash >> 29;
}
static void mix_double(double x) {
    unsigned long bits = 77;
    if (x == x) memcpy(&bits, &x, 8);
    mix(bits);
}
static void mix_float(float x) {
    unsigned bits = 78;
    if (x == x) memcpy(&bits, &x, 4);
    mix(bits);
}
static void mix_extended(long double x) {
    unsigned long bits[2] = {79, 0};
    if (x == x) memcpy(bits, &x, 10);
    mix(bits[0]);
    mix(bits[1]);
}

int main(int argc, char **argv) {
    volatile int large = 17000;
    for (int i = 0; i < 16; i++) {
        double x = values[i], whole;
        float whole_float;
        long double whole_extended;
        int e = 0;
        mix_double(frexp(x, &e)), mix(x - x == 0 ? e : 0);
        mix_float(frexpf(x, &e)), mix((float)x - (float)x == 0 ? e : 0);
        mix_extended(frexpl(x, &e)), mix(x - x == 0 ? e : 0);
        mix_double(modf(x, &whole)), mix_double(whole);
        mix_float(modff(x, &whole_float)), mix_float(whole_float);
        mix_extended(modfl(x, &whole_extended)), mix_extended(whole_extended);
        mix(ilogb(x)), mix(ilogbf(x)), mix_double(logb(x)), mix_float(logbf(x));
        for (int j = 0; j < 16; j += 3)
            mix_double(nextafter(x, values[j])), mix_float(nextafterf(x, values[j]));
        for (int n = -1100; n < 1100; n += 137) {
            mix_double(scalbn(x, n)), mix_float(scalbnf(x, n / 8));
            mix_extended(ldexpl(x, n * 15)), mix_extended(scalbnl(x, n));
        }
        mix_extended(ldexpl(ldexpl(x, -large), large));
        mix_extended(ldexpl(x, -16400)), mix_extended(ldexpl(x, 16380));
    }
    if (argc > 1) printf("%lu\n", hash);
    assert(hash == 9508491825936258855ul);
    return 0;
}
