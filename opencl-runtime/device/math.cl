// Math functions (6.15.2, accuracy 7.4).
//
// Functions that the specification requires to be exact or correctly rounded in all formats
// are exact. All others are uninterpreted functions, `mad` included, whose accuracy is
// unspecified.

#include "device.h"

#define APPLY(F, T, I, S, ...) EACH_SIZE(F, T, I, S)
#define APPLY_VECTOR(F, T, I, S, ...) EACH_VECTOR(F, T, I, S)
#define SCALAR(F, T, I, S, ...) F(T, I, S)

// Exact functions with a builtin of the compiler.
#define EXACT(N, T, I, S)                                                               \
    PURE T##N ceil(T##N x) { return __builtin_elementwise_ceil(x); }                    \
    PURE T##N floor(T##N x) { return __builtin_elementwise_floor(x); }                  \
    PURE T##N trunc(T##N x) { return __builtin_elementwise_trunc(x); }                  \
    PURE T##N round(T##N x) { return __builtin_elementwise_round(x); }                  \
    PURE T##N rint(T##N x) { return __builtin_elementwise_roundeven(x); }               \
    PURE T##N fabs(T##N x) { return __builtin_elementwise_abs(x); }                     \
    PURE T##N copysign(T##N x, T##N y) { return __builtin_elementwise_copysign(x, y); } \
    PURE T##N fma(T##N x, T##N y, T##N z) { return __builtin_elementwise_fma(x, y, z); } \
    PURE T##N fmax(T##N x, T##N y) { return __builtin_elementwise_max(x, y); }          \
    PURE T##N fmin(T##N x, T##N y) { return __builtin_elementwise_min(x, y); }          \
    PURE T##N nan(u##I##N code) {                                                       \
        return as_##T##N((u##I##N)(code | as_u##I##N((T##N)NAN)));                      \
    }
EACH_FLOAT(APPLY, EXACT)

#define WITH_SCALAR(N, T, I, S)                                                         \
    PURE T##N fmax(T##N x, T y) { return __builtin_elementwise_max(x, (T##N)y); }       \
    PURE T##N fmin(T##N x, T y) { return __builtin_elementwise_min(x, (T##N)y); }
EACH_FLOAT(APPLY_VECTOR, WITH_SCALAR)

// Exact functions by the C library's function for a format at least as wide.
float c_fmod_f(float, float) __asm("fmodf") __attribute__((const));
double c_fmod_d(double, double) __asm("fmod") __attribute__((const));
float c_remainder_f(float, float) __asm("remainderf") __attribute__((const));
double c_remainder_d(double, double) __asm("remainder") __attribute__((const));
float c_ldexp_f(float, int) __asm("ldexpf") __attribute__((const));
double c_ldexp_d(double, int) __asm("ldexp") __attribute__((const));
float c_frexp_f(float, int *) __asm("frexpf");
double c_frexp_d(double, int *) __asm("frexp");
float c_logb_f(float) __asm("logbf") __attribute__((const));
double c_logb_d(double) __asm("logb") __attribute__((const));
int c_ilogb_f(float) __asm("ilogbf") __attribute__((const));
int c_ilogb_d(double) __asm("ilogb") __attribute__((const));

#define BY_LIBRARY(T, L, name)                                                          \
    PURE T fmod(T x, T y) { return (T)c_fmod_##name((L)x, (L)y); }                       \
    PURE T remainder(T x, T y) { return (T)c_remainder_##name((L)x, (L)y); }             \
    PURE T ldexp(T x, int by) { return (T)c_ldexp_##name((L)x, by); }                    \
    PURE T logb(T x) { return (T)c_logb_##name((L)x); }                                  \
    PURE int ilogb(T x) { return IS_NAN(x) ? FP_ILOGBNAN : c_ilogb_##name((L)x); }       \
    OVERLOADED T frexp(T x, __private int *exponent) {                                  \
        return (T)c_frexp_##name((L)x, exponent);                                        \
    }
BY_LIBRARY(half, float, f)
BY_LIBRARY(float, float, f)
BY_LIBRARY(double, double, d)

// Exact functions by bits and exact operations. Floats of one sign, read as integers, are
// ordered by magnitude.
#define BY_BITS(T, I, S)                                                                \
    PURE T nextafter(T x, T y) {                                                        \
        if (IS_NAN(x) || IS_NAN(y))                                                     \
            return (T)NAN;                                                              \
        if (x == y)                                                                     \
            return y;                                                                   \
        if (x == (T)0)                                                                  \
            return copysign(as_##T((I)1), y);                                           \
        I bits = as_##I(x);                                                             \
        return as_##T((I)(((x < y) == (x > (T)0)) ? bits + 1 : bits - 1));              \
    }                                                                                   \
    PURE T fdim(T x, T y) {                                                             \
        if (IS_NAN(x) || IS_NAN(y))                                                     \
            return (T)NAN;                                                              \
        return x > y ? (T)(x - y) : (T)0;                                               \
    }                                                                                   \
    PURE T maxmag(T x, T y) {                                                           \
        T a = fabs(x), b = fabs(y);                                                     \
        return a > b ? x : b > a ? y : fmax(x, y);                                      \
    }                                                                                   \
    PURE T minmag(T x, T y) {                                                           \
        T a = fabs(x), b = fabs(y);                                                     \
        return a < b ? x : b < a ? y : fmin(x, y);                                      \
    }                                                                                   \
    OVERLOADED T modf(T x, __private T *whole) {                                        \
        T integral = trunc(x);                                                          \
        *whole = integral;                                                              \
        return copysign(isinf(x) ? (T)0 : (T)(x - integral), x);                        \
    }                                                                                   \
    OVERLOADED T fract(T x, __private T *whole) {                                       \
        T below = floor(x);                                                             \
        *whole = below;                                                                 \
        if (IS_NAN(x))                                                                  \
            return x;                                                                   \
        /* The largest float less than one. */                                          \
        T most = nextafter((T)1, (T)0), rest = (T)(x - below);                          \
        return isinf(x) || x == (T)0 ? copysign((T)0, x) : rest < most ? rest : most;   \
    }
EACH_FLOAT(SCALAR, BY_BITS)

// The low seven bits of the quotient, rounded to nearest even as for the remainder, with
// the quotient's sign.
#define QUOTIENT(T, I, S)                                                               \
    OVERLOADED T remquo(T x, T y, __private int *quotient) {                            \
        T rest = remainder(x, y), m = fabs(x), d = fabs(y);                             \
        int bits = 0;                                                                   \
        if (isfinite(x) && !IS_NAN(y) && y != (T)0) {                                   \
            m = fmod(m, d * (T)128);                                                    \
            for (int k = 6; k >= 0; k--) {                                              \
                T part = d * (T)(1 << k);                                               \
                if (m >= part)                                                          \
                    m -= part, bits |= 1 << k;                                          \
            }                                                                           \
            T up = d - m;                                                               \
            bits += m > up || m == up && (bits & 1);                                    \
        }                                                                               \
        bits &= 127;                                                                    \
        *quotient = signbit(x) != signbit(y) ? -bits : bits;                            \
        return rest;                                                                    \
    }
EACH_FLOAT(SCALAR, QUOTIENT)

#define EXACT_OF_LANES(N, T, I, S)                                                      \
    PURE T##N fmod(T##N x, T##N y) { return MAP2(N, T, fmod, x, y); }                   \
    PURE T##N remainder(T##N x, T##N y) { return MAP2(N, T, remainder, x, y); }         \
    PURE T##N ldexp(T##N x, int##N by) { return MAP2(N, T, ldexp, x, by); }             \
    PURE T##N ldexp(T##N x, int by) { return MAP2(N, T, ldexp, x, (int##N)by); }        \
    PURE T##N logb(T##N x) { return MAP1(N, T, logb, x); }                              \
    PURE int##N ilogb(T##N x) { return MAP1(N, int, ilogb, x); }                        \
    PURE T##N nextafter(T##N x, T##N y) { return MAP2(N, T, nextafter, x, y); }         \
    PURE T##N fdim(T##N x, T##N y) { return MAP2(N, T, fdim, x, y); }                   \
    PURE T##N maxmag(T##N x, T##N y) { return MAP2(N, T, maxmag, x, y); }               \
    PURE T##N minmag(T##N x, T##N y) { return MAP2(N, T, minmag, x, y); }
EACH_FLOAT(APPLY_VECTOR, EXACT_OF_LANES)

// A second result is computed in private memory first; for vectors lane by lane.
#define SECOND_2(T, R, name)                                                            \
    OVERLOADED T##2 name(T##2 x, __private R##2 *second) {                              \
        R a, b;                                                                         \
        T##2 first = (T##2)(name(x.s0, &a), name(x.s1, &b));                            \
        *second = (R##2)(a, b);                                                         \
        return first;                                                                   \
    }
#define SECOND_3(T, R, name)                                                            \
    OVERLOADED T##3 name(T##3 x, __private R##3 *second) {                              \
        R a, b, c;                                                                      \
        T##3 first = (T##3)(name(x.s0, &a), name(x.s1, &b), name(x.s2, &c));            \
        *second = (R##3)(a, b, c);                                                      \
        return first;                                                                   \
    }
#define SECOND_OF_HALVES(T, R, name, N, M)                                              \
    OVERLOADED T##N name(T##N x, __private R##N *second) {                              \
        R##M low, high;                                                                 \
        T##N first = (T##N)(name(x.lo, &low), name(x.hi, &high));                       \
        *second = (R##N)(low, high);                                                    \
        return first;                                                                   \
    }
#define IN_SPACE(N, T, R, name, SPACE)                                                  \
    OVERLOADED T##N name(T##N x, SPACE R##N *second) {                                  \
        R##N there;                                                                     \
        T##N first = name(x, &there);                                                   \
        *second = there;                                                                \
        return first;                                                                   \
    }
#define SECOND(T, R, name)                                                              \
    SECOND_2(T, R, name) SECOND_3(T, R, name) SECOND_OF_HALVES(T, R, name, 4, 2)        \
    SECOND_OF_HALVES(T, R, name, 8, 4) SECOND_OF_HALVES(T, R, name, 16, 8)              \
    EACH_SIZE(IN_SPACE, T, R, name, __global) EACH_SIZE(IN_SPACE, T, R, name, __local)  \
    EACH_SIZE(IN_SPACE, T, R, name, __generic)
#define SECONDS(T, I, S) SECOND(T, int, frexp) SECOND(T, T, modf) SECOND(T, T, fract)
EACH_FLOAT(SCALAR, SECONDS)

#define QUOTIENT_2(T)                                                                   \
    OVERLOADED T##2 remquo(T##2 x, T##2 y, __private int2 *quotient) {                  \
        int a, b;                                                                       \
        T##2 rest = (T##2)(remquo(x.s0, y.s0, &a), remquo(x.s1, y.s1, &b));             \
        *quotient = (int2)(a, b);                                                       \
        return rest;                                                                    \
    }                                                                                   \
    OVERLOADED T##3 remquo(T##3 x, T##3 y, __private int3 *quotient) {                  \
        int a, b, c;                                                                    \
        T##3 rest = (T##3)(remquo(x.s0, y.s0, &a), remquo(x.s1, y.s1, &b),              \
            remquo(x.s2, y.s2, &c));                                                    \
        *quotient = (int3)(a, b, c);                                                    \
        return rest;                                                                    \
    }
#define QUOTIENT_OF_HALVES(T, N, M)                                                     \
    OVERLOADED T##N remquo(T##N x, T##N y, __private int##N *quotient) {                \
        int##M low, high;                                                               \
        T##N rest = (T##N)(remquo(x.lo, y.lo, &low), remquo(x.hi, y.hi, &high));        \
        *quotient = (int##N)(low, high);                                                \
        return rest;                                                                    \
    }
#define QUOTIENT_IN(N, T, SPACE)                                                        \
    OVERLOADED T##N remquo(T##N x, T##N y, SPACE int##N *quotient) {                    \
        int##N there;                                                                   \
        T##N rest = remquo(x, y, &there);                                               \
        *quotient = there;                                                              \
        return rest;                                                                    \
    }
#define QUOTIENTS(T, I, S)                                                              \
    QUOTIENT_2(T) QUOTIENT_OF_HALVES(T, 4, 2) QUOTIENT_OF_HALVES(T, 8, 4)               \
    QUOTIENT_OF_HALVES(T, 16, 8) EACH_SIZE(QUOTIENT_IN, T, __global)                    \
    EACH_SIZE(QUOTIENT_IN, T, __local) EACH_SIZE(QUOTIENT_IN, T, __generic)
EACH_FLOAT(SCALAR, QUOTIENTS)

// Correctly rounded in double precision and in half precision. In single precision only if
// an option requires it.
float sqrt_f32(float) INEXACT("sqrt.f32");
PURE float sqrt(float x) { return sqrt_f32(x); }
PURE half sqrt(half x) { return __builtin_elementwise_sqrt(x); }
PURE double sqrt(double x) { return __builtin_elementwise_sqrt(x); }
#define ROOT(N, T, I, S) PURE T##N sqrt(T##N x) { return MAP1(N, T, sqrt, x); }
EACH_FLOAT(APPLY_VECTOR, ROOT)

#define ONE(name, T, I, S)                                                              \
    T name##_##S(T) INEXACT(#name "." #S);                                              \
    PURE T name(T x) { return name##_##S(x); }
#define TWO(name, T, I, S)                                                              \
    T name##_##S(T, T) INEXACT(#name "." #S);                                           \
    PURE T name(T x, T y) { return name##_##S(x, y); }
#define THREE(name, T, I, S)                                                            \
    T name##_##S(T, T, T) INEXACT(#name "." #S);                                        \
    PURE T name(T x, T y, T z) { return name##_##S(x, y, z); }
#define WITH_INT(name, T, I, S)                                                         \
    T name##_##S(T, int) INEXACT(#name "." #S);                                         \
    PURE T name(T x, int y) { return name##_##S(x, y); }
#define IN_FORMATS(F, name)                                                             \
    F(name, half, short, f16) F(name, float, int, f32) F(name, double, long, f64)

#define ONE_OF_LANES(N, T, I, S, name) PURE T##N name(T##N x) { return MAP1(N, T, name, x); }
#define TWO_OF_LANES(N, T, I, S, name) \
    PURE T##N name(T##N x, T##N y) { return MAP2(N, T, name, x, y); }
#define THREE_OF_LANES(N, T, I, S, name) \
    PURE T##N name(T##N x, T##N y, T##N z) { return MAP3(N, T, name, x, y, z); }
#define INT_OF_LANES(N, T, I, S, name) \
    PURE T##N name(T##N x, int##N y) { return MAP2(N, T, name, x, y); }
#define NAMED_VECTOR(F, T, I, S, name) EACH_VECTOR(F, T, I, S, name)

#define INEXACT_ONE(name) IN_FORMATS(ONE, name) EACH_FLOAT(NAMED_VECTOR, ONE_OF_LANES, name)
#define INEXACT_TWO(name) IN_FORMATS(TWO, name) EACH_FLOAT(NAMED_VECTOR, TWO_OF_LANES, name)
#define INEXACT_THREE(name) IN_FORMATS(THREE, name) EACH_FLOAT(NAMED_VECTOR, THREE_OF_LANES, name)
#define INEXACT_INT(name) IN_FORMATS(WITH_INT, name) EACH_FLOAT(NAMED_VECTOR, INT_OF_LANES, name)

INEXACT_ONE(acos) INEXACT_ONE(acosh) INEXACT_ONE(acospi) INEXACT_ONE(asin) INEXACT_ONE(asinh)
INEXACT_ONE(asinpi) INEXACT_ONE(atan) INEXACT_ONE(atanh) INEXACT_ONE(atanpi) INEXACT_ONE(cbrt)
INEXACT_ONE(cos) INEXACT_ONE(cosh) INEXACT_ONE(cospi) INEXACT_ONE(erf) INEXACT_ONE(erfc)
INEXACT_ONE(exp) INEXACT_ONE(exp2) INEXACT_ONE(exp10) INEXACT_ONE(expm1) INEXACT_ONE(lgamma)
INEXACT_ONE(log) INEXACT_ONE(log2) INEXACT_ONE(log10) INEXACT_ONE(log1p) INEXACT_ONE(rsqrt)
INEXACT_ONE(sin) INEXACT_ONE(sinh) INEXACT_ONE(sinpi) INEXACT_ONE(tan) INEXACT_ONE(tanh)
INEXACT_ONE(tanpi) INEXACT_ONE(tgamma)
INEXACT_TWO(atan2) INEXACT_TWO(atan2pi) INEXACT_TWO(hypot) INEXACT_TWO(pow) INEXACT_TWO(powr)
INEXACT_THREE(mad)
INEXACT_INT(pown) INEXACT_INT(rootn)

// The sign is open where the gamma function has none: at its poles, and for NaNs.
#define GAMMA(T, I, S)                                                                  \
    int gamma_sign_##S(T) INEXACT("gamma_sign." #S);                                    \
    OVERLOADED T lgamma_r(T x, __private int *sign) {                                   \
        T below = floor(x);                                                             \
        if (x > (T)0)                                                                   \
            *sign = 1;                                                                  \
        else if (x < (T)0 && below != x)                                                \
            *sign = fmod(below, (T)2) == (T)0 ? 1 : -1;                                 \
        else                                                                            \
            *sign = gamma_sign_##S(x);                                                  \
        return lgamma(x);                                                               \
    }
#define GAMMAS(T, I, S) SECOND(T, int, lgamma_r)
EACH_FLOAT(SCALAR, GAMMA)
EACH_FLOAT(SCALAR, GAMMAS)

// Two results, each by its own function.
#define SINCOS(N, T, I, S, SPACE)                                                       \
    OVERLOADED T##N sincos(T##N x, SPACE T##N *cosine) {                                \
        *cosine = cos(x);                                                               \
        return sin(x);                                                                  \
    }
#define IN_SPACES(F, T, I, S, ...)                                                      \
    EACH_SIZE(F, T, I, S, __private) EACH_SIZE(F, T, I, S, __global)                    \
    EACH_SIZE(F, T, I, S, __local) EACH_SIZE(F, T, I, S, __generic)
EACH_FLOAT(IN_SPACES, SINCOS)
