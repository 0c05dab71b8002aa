#include "shim.h"
// A scalar, an odd number of lanes, and a vector of halves.
#undef SIZES
#define SIZES(F, ...) F(1, , __VA_ARGS__) F(3, 3, __VA_ARGS__) F(8, 8, __VA_ARGS__)
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

#define TYPE(T, I)                                                                      \
    SIZES(SHIM1, ceil, T, T) SIZES(SHIM1, floor, T, T) SIZES(SHIM1, trunc, T, T)        \
    SIZES(SHIM1, round, T, T) SIZES(SHIM1, rint, T, T) SIZES(SHIM1, fabs, T, T)         \
    SIZES(SHIM1, logb, T, T) SIZES(SHIM1, ilogb, T, int) SIZES(SHIM1, sign, T, T)       \
    SIZES(SHIM2, copysign, T, T, T) SIZES(SHIM2, fmod, T, T, T)                         \
    SIZES(SHIM2, remainder, T, T, T) SIZES(SHIM2, ldexp, T, int, T)                     \
    SIZES(SHIM2, nextafter, T, T, T) SIZES(SHIM2, fdim, T, T, T)                        \
    SIZES(SHIM2, fmax, T, T, T) SIZES(SHIM2, fmin, T, T, T)                             \
    SIZES(SHIM2, maxmag, T, T, T) SIZES(SHIM2, minmag, T, T, T)                         \
    SIZES(SHIM2, max, T, T, T) SIZES(SHIM2, min, T, T, T) SIZES(SHIM2, step, T, T, T)   \
    SIZES(SHIM3, fma, T) SIZES(SHIM3, bitselect, T)                                     \
    SIZES(SECOND, frexp, T, int) SIZES(SECOND, modf, T, T) SIZES(SECOND, fract, T, T)   \
    SIZES(SECOND, lgamma_r, T, int)                                                     \
    SIZES(QUOTIENT, T) SHIM1(1, , isnan, T, int) SHIM1(1, , isinf, T, int) SHIM1(1, , isfinite, T, int)    \
    SHIM1(1, , isnormal, T, int) SHIM1(1, , signbit, T, int)                            \
    SHIM2(1, , isequal, T, T, int) SHIM2(1, , isless, T, T, int)                        \
    SHIM2(1, , islessgreater, T, T, int) SHIM2(1, , isunordered, T, T, int)             \
    VECTORS(SHIM1, isnan, T, I) VECTORS(SHIM1, isinf, T, I) VECTORS(SHIM1, isfinite, T, I) \
    VECTORS(SHIM1, isnormal, T, I) VECTORS(SHIM1, signbit, T, I)                        \
    VECTORS(SHIM2, isequal, T, T, I) VECTORS(SHIM2, isless, T, T, I)                    \
    VECTORS(SHIM2, islessgreater, T, T, I) VECTORS(SHIM2, isunordered, T, T, I)
#define VECTORS(F, ...) F(2, 2, __VA_ARGS__) F(3, 3, __VA_ARGS__) F(4, 4, __VA_ARGS__)  \
    F(8, 8, __VA_ARGS__) F(16, 16, __VA_ARGS__)
#define SECOND(N, V, name, T, R)                                                        \
    void shim_##name##_##T##_##N(const T *a, T *r, R *s) {                              \
        T##V x;                                                                         \
        R##V z;                                                                         \
        for (int i = 0; i < N; i++) ((T *)&x)[i] = a[i];                                \
        T##V y = name(x, &z);                                                           \
        for (int i = 0; i < N; i++) r[i] = ((T *)&y)[i], s[i] = ((R *)&z)[i];           \
    }
#define QUOTIENT(N, V, T)                                                               \
    void shim_remquo_##T##_##N(const T *a, const T *b, T *r, int *q) {                  \
        T##V x, y;                                                                      \
        int##V z;                                                                       \
        for (int i = 0; i < N; i++) ((T *)&x)[i] = a[i], ((T *)&y)[i] = b[i];           \
        T##V w = remquo(x, y, &z);                                                      \
        for (int i = 0; i < N; i++) r[i] = ((T *)&w)[i], q[i] = ((int *)&z)[i];         \
    }
TYPE(half, short) TYPE(float, int) TYPE(double, long)

// What `max` and `min` of NaNs and infinities are, is not looked at.
#define OPEN(T, S)                                                                      \
    T open_max_##S(T x, T y) __asm("simdiff.approx.opencl.max." #S);                    \
    T open_max_##S(T x, T y) { return 0; }                                              \
    T open_min_##S(T x, T y) __asm("simdiff.approx.opencl.min." #S);                    \
    T open_min_##S(T x, T y) { return 0; }
OPEN(half, f16) OPEN(float, f32) OPEN(double, f64)

// Nor is the logarithm of the gamma function, or its sign where it has none.
#define GAMMA(T, S)                                                                     \
    T open_lgamma_##S(T x) __asm("simdiff.approx.opencl.lgamma." #S);                   \
    T open_lgamma_##S(T x) { return 0; }                                                \
    int open_sign_##S(T x) __asm("simdiff.approx.opencl.gamma_sign." #S);               \
    int open_sign_##S(T x) { return 0; }
GAMMA(half, f16) GAMMA(float, f32) GAMMA(double, f64)
