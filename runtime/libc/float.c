/* Functions that take floats apart, or step from one to the next: all exact. */
#include <limits.h>
#include <stdint.h>
#include <string.h>

/* For each format: its bits as an integer, the fraction's width, the exponent's
 * bias (of a significand in [0.5, 1) one less than IEEE 754 counts). */
#define FUNCTIONS(type, suffix, bits_t, fraction, bias)                                   \
    static bits_t raw##suffix(type x) {                                                  \
        bits_t bits;                                                                      \
        memcpy(&bits, &x, sizeof bits);                                                   \
        return bits;                                                                      \
    }                                                                                     \
    static type value##suffix(bits_t bits) {                                              \
        type x;                                                                           \
        memcpy(&x, &bits, sizeof bits);                                                   \
        return x;                                                                         \
    }                                                                                     \
    type frexp##suffix(type x, int *exponent) {                                           \
        const bits_t field = (bits_t)(2 * bias + 1) << fraction;                          \
        int shift = 0;                                                                    \
        *exponent = 0;                                                                    \
        if (x == 0 || (raw##suffix(x) & field) == field) return x;                       \
        if ((raw##suffix(x) & field) == 0) {                                             \
            shift = fraction + 1;                                                         \
            x *= (type)((uint64_t)1 << (fraction + 1));                                   \
        }                                                                                 \
        bits_t bits = raw##suffix(x);                                                    \
        *exponent = (int)((bits & field) >> fraction) - (bias - 1) - shift;               \
        return value##suffix((bits & ~field) | (bits_t)(bias - 1) << fraction);           \
    }                                                                                     \
    type modf##suffix(type x, type *whole) {                                              \
        const bits_t field = (bits_t)(2 * bias + 1) << fraction;                          \
        const bits_t sign = (bits_t)1 << (sizeof(bits_t) * 8 - 1);                        \
        bits_t bits = raw##suffix(x);                                                    \
        int exponent = (int)((bits & field) >> fraction) - bias;                          \
        if (exponent >= fraction) {                                                       \
            *whole = x;                                                                   \
            return x != x ? x : value##suffix(bits & sign);                               \
        }                                                                                 \
        bits_t kept = exponent < 0 ? sign : ~((((bits_t)1 << fraction) - 1) >> exponent); \
        *whole = value##suffix(bits & kept);                                              \
        type rest = x - *whole;                                                           \
        return value##suffix((raw##suffix(rest) & ~sign) | (bits & sign));               \
    }                                                                                     \
    int ilogb##suffix(type x) {                                                           \
        int exponent;                                                                     \
        if (x == 0) return INT_MIN;                                                       \
        if (x != x) return INT_MIN;                                                       \
        if (x - x != 0) return INT_MAX;                                                   \
        frexp##suffix(x, &exponent);                                                      \
        return exponent - 1;                                                              \
    }                                                                                     \
    type logb##suffix(type x) {                                                           \
        if (x == 0) return -1 / (x * x);                                                  \
        if (x - x != 0) return x * x;                                                     \
        return ilogb##suffix(x);                                                          \
    }                                                                                     \
    type nextafter##suffix(type x, type y) {                                              \
        const bits_t sign = (bits_t)1 << (sizeof(bits_t) * 8 - 1);                        \
        if (x != x || y != y) return x + y;                                               \
        if (x == y) return y;                                                             \
        bits_t bits = raw##suffix(x);                                                    \
        if (x == 0) return value##suffix((raw##suffix(y) & sign) | 1);                   \
        return value##suffix((x < y) == (x > 0) ? bits + 1 : bits - 1);                   \
    }                                                                                     \
    type scalbn##suffix(type x, int n) { return ldexp##suffix(x, n); }                    \
    type scalbln##suffix(type x, long n) {                                                \
        return ldexp##suffix(x, n > INT_MAX ? INT_MAX : n < INT_MIN ? INT_MIN : (int)n);  \
    }

/* An extended number as memory has it. */
union extended {
    long double value;
    struct {
        uint64_t significand;
        uint16_t exponent;
    } parts;
};

/* Scaling rounds once: by a power of two of the format if there is one, else in a format
 * that holds the product exactly. */
float ldexpf(float x, int n) {
    if (n >= -126 && n <= 127) {
        uint32_t bits = (uint32_t)(127 + n) << 23;
        float power;
        memcpy(&power, &bits, sizeof power);
        return x * power;
    }
    uint64_t bits = (uint64_t)(1023 + (n > 300 ? 300 : n < -300 ? -300 : n)) << 52;
    double power;
    memcpy(&power, &bits, sizeof power);
    return (float)(x * power);
}
double ldexp(double x, int n) {
    if (n >= -1022 && n <= 1023) {
        uint64_t bits = (uint64_t)(1023 + n) << 52;
        double power;
        memcpy(&power, &bits, sizeof power);
        return x * power;
    }
    union extended power = {1};
    power.parts.exponent = (uint16_t)(16383 + (n > 2200 ? 2200 : n < -2200 ? -2200 : n));
    return (double)(x * power.value);
}

FUNCTIONS(double, , uint64_t, 52, 1023)
FUNCTIONS(float, f, uint32_t, 23, 127)

long double frexpl(long double x, int *exponent) {
    union extended u = {x};
    *exponent = 0;
    if (x == 0 || x - x != 0) return x;
    int shift = 0;
    if ((u.parts.exponent & 0x7fff) == 0) {
        u.value *= 0x1p64L;
        shift = 64;
    }
    *exponent = (u.parts.exponent & 0x7fff) - 16382 - shift;
    u.parts.exponent = (u.parts.exponent & 0x8000) | 16382;
    return u.value;
}

long double modfl(long double x, long double *whole) {
    *whole = __builtin_truncl(x);
    return __builtin_copysignl(x - x == 0 ? x - *whole : x != x ? x : 0, x);
}

/* Powers of two in steps that are exact but for the last. */
long double ldexpl(long double x, int n) {
    int exponent;
    if (x == 0 || x - x != 0) return x;
    long double significand = frexpl(x, &exponent);
    long wanted = (long)exponent + n;
    if (wanted > 20000) wanted = 20000;
    if (wanted < -20000) wanted = -20000;
    union extended power = {1};
    if (wanted > -16300 && wanted < 16300) {
        power.parts.exponent = (uint16_t)(16383 + wanted);
        return significand * power.value;
    }
    power.parts.exponent = wanted > 0 ? 16383 + 16000 : 16383 - 16000;
    significand *= power.value;
    wanted -= wanted > 0 ? 16000 : -16000;
    power.parts.exponent = (uint16_t)(16383 + wanted);
    return significand * power.value;
}
long double scalbnl(long double x, int n) { return ldexpl(x, n); }

/* Ends the path: what is not covered. */
extern _Noreturn void simdiff_unsupported(const char *function, const char *what);

/* The logarithm of a power of two, which is all that generators of random numbers ask
 * for: as the processor computes it, from its own logarithm of two. */
long double logl(long double x) {
    int exponent;
    if (!(x > 0) || x - x != 0 || frexpl(x, &exponent) != 0.5L)
        simdiff_unsupported("logl", "what is no power of two");
    return (exponent - 1) * 0xb.17217f7d1cf79acp-4L;
}
