/* The inexact functions of the device library (opencl-runtime/device), by this machine's libm. */
/* Weak, so that a program can define its own. */
#define OF(name, S) __asm("simdiff.approx.opencl." #name "." #S) __attribute__((weak))

#define ONE_OF(name, T, S, value)     \
    T simdiff_##name##_##S(T) OF(name, S); \
    T simdiff_##name##_##S(T x) { return (T)(value); }
#define TWO_OF(name, T, S, value)        \
    T simdiff_##name##_##S(T, T) OF(name, S); \
    T simdiff_##name##_##S(T x, T y) { return (T)(value); }
#define INT_OF(name, T, S, value)          \
    T simdiff_##name##_##S(T, int) OF(name, S); \
    T simdiff_##name##_##S(T x, int n) { return (T)(value); }

#define ONE_SIGN(T, S)                                 \
    int simdiff_gamma_sign_##S(T) OF(gamma_sign, S); \
    int simdiff_gamma_sign_##S(T x) { return signbit((double)x) ? -1 : 1; }

/* Halves are computed as floats. */
#define ONE(name, libm) \
    ONE_OF(name, float, f32, libm##f(x)) ONE_OF(name, double, f64, libm(x)) \
    ONE_OF(name, _Float16, f16, libm##f((float)x))
#define ONE_BY(name, value) \
    ONE_OF(name, float, f32, value) ONE_OF(name, double, f64, value) \
    ONE_OF(name, _Float16, f16, value)
#define TWO(name, libm) \
    TWO_OF(name, float, f32, libm##f(x, y)) TWO_OF(name, double, f64, libm(x, y)) \
    TWO_OF(name, _Float16, f16, libm##f((float)x, (float)y))
#define TWO_BY(name, value) \
    TWO_OF(name, float, f32, value) TWO_OF(name, double, f64, value) \
    TWO_OF(name, _Float16, f16, value)
#define INT_BY(name, value) \
    INT_OF(name, float, f32, value) INT_OF(name, double, f64, value) \
    INT_OF(name, _Float16, f16, value)

ONE(acos, acos) ONE(acosh, acosh) ONE(asin, asin) ONE(asinh, asinh) ONE(atan, atan)
ONE(atanh, atanh) ONE(cbrt, cbrt) ONE(cos, cos) ONE(cosh, cosh) ONE(erf, erf) ONE(erfc, erfc)
ONE(exp, exp) ONE(exp2, exp2) ONE(exp10, exp10) ONE(expm1, expm1) ONE(lgamma, lgamma)
ONE(log, log) ONE(log2, log2) ONE(log10, log10) ONE(log1p, log1p) ONE(sin, sin)
ONE(sinh, sinh) ONE(sqrt, sqrt) ONE(tan, tan) ONE(tanh, tanh) ONE(tgamma, tgamma)
ONE_BY(rsqrt, 1 / sqrt((double)x))
ONE_BY(acospi, acos((double)x) / M_PI) ONE_BY(asinpi, asin((double)x) / M_PI)
ONE_BY(atanpi, atan((double)x) / M_PI) ONE_BY(cospi, cos(M_PI * (double)x))
ONE_BY(sinpi, sin(M_PI * (double)x)) ONE_BY(tanpi, tan(M_PI * (double)x))
TWO(atan2, atan2) TWO(hypot, hypot) TWO(pow, pow) TWO(powr, pow)
TWO_BY(atan2pi, atan2((double)x, (double)y) / M_PI) TWO_BY(divide, x / y)
INT_BY(pown, pow((double)x, n)) INT_BY(rootn, pow((double)x, 1.0 / n))

/* Where the gamma function has no sign, as glibc: that of the operand. */
ONE_SIGN(float, f32) ONE_SIGN(double, f64) ONE_SIGN(_Float16, f16)

/* Any result within the implementation's freedom will do. */
ONE(native_cos, cos) ONE(native_exp, exp) ONE(native_exp2, exp2) ONE(native_exp10, exp10)
ONE(native_log, log) ONE(native_log2, log2) ONE(native_log10, log10) ONE(native_sin, sin)
ONE(native_sqrt, sqrt) ONE(native_tan, tan) ONE_BY(native_recip, 1 / (double)x)
ONE_BY(native_rsqrt, 1 / sqrt((double)x)) TWO_BY(native_divide, x / y) TWO(native_powr, pow)
ONE(half_cos, cos) ONE(half_exp, exp) ONE(half_exp2, exp2) ONE(half_exp10, exp10)
ONE(half_log, log) ONE(half_log2, log2) ONE(half_log10, log10) ONE(half_sin, sin)
ONE(half_sqrt, sqrt) ONE(half_tan, tan) ONE_BY(half_recip, 1 / (double)x)
ONE_BY(half_rsqrt, 1 / sqrt((double)x)) TWO_BY(half_divide, x / y) TWO(half_powr, pow)

int simdiff_true_i32(int) OF(true, i32);
int simdiff_true_i32(int x) { return x; }

/* Linear reads of images, one dimension after the other (OpenCL 3.0, 8.2). */
#define BLEND(name) \
    float simdiff_##name(float, float, float) OF(name, f32); \
    float simdiff_##name(float t0, float t1, float a) { return (1 - a) * t0 + a * t1; }
BLEND(linear_1) BLEND(linear_2x) BLEND(linear_2y)
BLEND(linear_3x) BLEND(linear_3y) BLEND(linear_3z)

#define MAD(T, S)                                  \
    T simdiff_mad_##S(T, T, T) OF(mad, S);         \
    T simdiff_mad_##S(T x, T y, T z) { return x * y + z; }
MAD(float, f32) MAD(double, f64) MAD(_Float16, f16)
