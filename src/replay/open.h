/* Builtins whose results OpenCL C leaves open (opencl-runtime/device), by formulas. They have a
 * value only in requests that look for defects: a comparison of results must not rest on a
 * formula that a device need not compute, so a call ends any other request.
 *
 * Included by launch.h after inexact.h. Weak, so that formulas which the user's options choose
 * (geometric_formula.cl, common_formula.cl) take their place.
 */
static void takes_a_formula(const char *builtin) {
    if (!open_builtins) finish(DIVERGED, 0, builtin);
}

#define OPEN_OF(name, T, S, parameters, value)   \
    T simdiff_##name##_##S parameters OF(name, S); \
    T simdiff_##name##_##S parameters {            \
        takes_a_formula("simdiff.approx.opencl." #name "." #S); \
        return (T)(value);                         \
    }
#define FORMATS(M) M(float, f32) M(double, f64) M(_Float16, f16)

static double squares(double x, double y, double z, double w) {
    return x * x + y * y + z * z + w * w;
}
static double between(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}
static double smooth(double t) { return t * t * (3 - 2 * t); }

#define COMMON(T, S)                                                                   \
    OPEN_OF(contraction, T, S, (T x, T y, T z), (T)(x * y) + z)                        \
    OPEN_OF(degrees, T, S, (T x), x * (180 / M_PI))                                    \
    OPEN_OF(radians, T, S, (T x), x * (M_PI / 180))                                    \
    OPEN_OF(mix, T, S, (T x, T y, T a), x + (y - x) * a)                               \
    OPEN_OF(smoothstep, T, S, (T low, T high, T x),                                    \
            smooth(between(((double)x - low) / ((double)high - low), 0, 1)))           \
    OPEN_OF(max, T, S, (T x, T y), fmax((double)x, (double)y))                         \
    OPEN_OF(min, T, S, (T x, T y), fmin((double)x, (double)y))                         \
    OPEN_OF(max_nan, T, S, (T x, T y), fmax((double)x, (double)y))                     \
    OPEN_OF(min_nan, T, S, (T x, T y), fmin((double)x, (double)y))                     \
    OPEN_OF(work_group_max, T, S, (T x, T y), fmax((double)x, (double)y))              \
    OPEN_OF(work_group_min, T, S, (T x, T y), fmin((double)x, (double)y))
FORMATS(COMMON)

#define PRODUCTS(T, S)                                                                 \
    OPEN_OF(cross, T, S, (T a, T b, T c, T d), a * b - c * d)                          \
    OPEN_OF(dot1, T, S, (T a, T b), a * b)                                             \
    OPEN_OF(dot2, T, S, (T a, T b, T e, T f), a * e + b * f)                           \
    OPEN_OF(dot3, T, S, (T a, T b, T c, T e, T f, T g), a * e + b * f + c * g)         \
    OPEN_OF(dot4, T, S, (T a, T b, T c, T d, T e, T f, T g, T h),                      \
            a * e + b * f + c * g + d * h)
FORMATS(PRODUCTS)

#define LENGTHS(T, S, prefix)                                                          \
    OPEN_OF(prefix##length1, T, S, (T x), sqrt(squares(x, 0, 0, 0)))                   \
    OPEN_OF(prefix##length2, T, S, (T x, T y), sqrt(squares(x, y, 0, 0)))              \
    OPEN_OF(prefix##length3, T, S, (T x, T y, T z), sqrt(squares(x, y, z, 0)))         \
    OPEN_OF(prefix##length4, T, S, (T x, T y, T z, T w), sqrt(squares(x, y, z, w)))    \
    OPEN_OF(prefix##distance1, T, S, (T a, T e), sqrt(squares(a - e, 0, 0, 0)))        \
    OPEN_OF(prefix##distance2, T, S, (T a, T b, T e, T f),                             \
            sqrt(squares(a - e, b - f, 0, 0)))                                         \
    OPEN_OF(prefix##distance3, T, S, (T a, T b, T c, T e, T f, T g),                   \
            sqrt(squares(a - e, b - f, c - g, 0)))                                     \
    OPEN_OF(prefix##distance4, T, S, (T a, T b, T c, T d, T e, T f, T g, T h),         \
            sqrt(squares(a - e, b - f, c - g, d - h)))                                 \
    OPEN_OF(prefix##normalize1, T, S, (T lane, T x), lane / sqrt(squares(x, 0, 0, 0))) \
    OPEN_OF(prefix##normalize2, T, S, (T lane, T x, T y),                              \
            lane / sqrt(squares(x, y, 0, 0)))                                          \
    OPEN_OF(prefix##normalize3, T, S, (T lane, T x, T y, T z),                         \
            lane / sqrt(squares(x, y, z, 0)))                                          \
    OPEN_OF(prefix##normalize4, T, S, (T lane, T x, T y, T z, T w),                    \
            lane / sqrt(squares(x, y, z, w)))
#define PLAIN_LENGTHS(T, S) LENGTHS(T, S, )
FORMATS(PLAIN_LENGTHS)
LENGTHS(float, f32, fast_)

/* The low bits of the product, where operands have more than 24 bits too. */
OPEN_OF(mul24, int32_t, i32, (int32_t x, int32_t y), (uint32_t)x * (uint32_t)y)
OPEN_OF(mul24, uint32_t, u32, (uint32_t x, uint32_t y), x * y)
