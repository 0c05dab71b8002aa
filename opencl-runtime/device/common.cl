// Common functions (6.15.4).
//
// Functions that the specification defines by comparisons are exact. `max` and `min` of
// NaNs and infinities are undefined; functions that are left to the implementation (`mix`,
// `smoothstep`) or bounded in ulps are inexact.

#include "device.h"

#define APPLY(F, T, I, S, ...) EACH_SIZE(F, T, I, S)
#define APPLY_VECTOR(F, T, I, S, ...) EACH_VECTOR(F, T, I, S)
#define SCALAR(F, T, I, S, ...) F(T, I, S)

#define SCALARS(T, I, S)                                                                \
    T degrees_##S(T) INEXACT("degrees." #S);                                            \
    T radians_##S(T) INEXACT("radians." #S);                                            \
    T mix_##S(T, T, T) INEXACT("mix." #S);                                              \
    T smoothstep_##S(T, T, T) INEXACT("smoothstep." #S);                                \
    T max_##S(T, T) INEXACT("max." #S);                                                 \
    T min_##S(T, T) INEXACT("min." #S);                                                 \
    PURE T degrees(T x) { return degrees_##S(x); }                                      \
    PURE T radians(T x) { return radians_##S(x); }                                      \
    PURE T mix(T x, T y, T a) { return mix_##S(x, y, a); }                              \
    PURE T smoothstep(T low, T high, T x) { return smoothstep_##S(low, high, x); }      \
    PURE T max(T x, T y) {                                                              \
        return isfinite(x) && isfinite(y) ? (x < y ? y : x) : max_##S(x, y);            \
    }                                                                                   \
    PURE T min(T x, T y) {                                                              \
        return isfinite(x) && isfinite(y) ? (y < x ? y : x) : min_##S(x, y);            \
    }                                                                                   \
    PURE T step(T edge, T x) { return x < edge ? (T)0 : (T)1; }                         \
    PURE T sign(T x) {                                                                  \
        return IS_NAN(x) ? (T)0 : x > (T)0 ? (T)1 : x < (T)0 ? (T)-1 : x;               \
    }                                                                                   \
    PURE T clamp(T x, T low, T high) {                                                  \
        return __builtin_elementwise_min(__builtin_elementwise_max(x, low), high);      \
    }
EACH_FLOAT(SCALAR, SCALARS)

#define LANES(N, T, I, S)                                                               \
    PURE T##N degrees(T##N x) { return MAP1(N, T, degrees, x); }                        \
    PURE T##N radians(T##N x) { return MAP1(N, T, radians, x); }                        \
    PURE T##N mix(T##N x, T##N y, T##N a) { return MAP3(N, T, mix, x, y, a); }          \
    PURE T##N mix(T##N x, T##N y, T a) { return mix(x, y, (T##N)a); }                   \
    PURE T##N smoothstep(T##N low, T##N high, T##N x) {                                 \
        return MAP3(N, T, smoothstep, low, high, x);                                    \
    }                                                                                   \
    PURE T##N smoothstep(T low, T high, T##N x) {                                       \
        return smoothstep((T##N)low, (T##N)high, x);                                    \
    }                                                                                   \
    PURE T##N max(T##N x, T##N y) { return MAP2(N, T, max, x, y); }                     \
    PURE T##N min(T##N x, T##N y) { return MAP2(N, T, min, x, y); }                     \
    PURE T##N max(T##N x, T y) { return max(x, (T##N)y); }                              \
    PURE T##N min(T##N x, T y) { return min(x, (T##N)y); }                              \
    PURE T##N step(T##N edge, T##N x) { return MAP2(N, T, step, edge, x); }             \
    PURE T##N step(T edge, T##N x) { return step((T##N)edge, x); }                      \
    PURE T##N sign(T##N x) { return MAP1(N, T, sign, x); }                              \
    PURE T##N clamp(T##N x, T##N low, T##N high) {                                      \
        return __builtin_elementwise_min(__builtin_elementwise_max(x, low), high);      \
    }                                                                                   \
    PURE T##N clamp(T##N x, T low, T high) { return clamp(x, (T##N)low, (T##N)high); }
EACH_FLOAT(APPLY_VECTOR, LANES)
