// Geometric functions (6.15.5): sums of products in an unspecified order, with a bounded
// accuracy. Each is an uninterpreted function of all lanes.

#include "device.h"

#define FORMATS(F) F(half, f16) F(float, f32) F(double, f64)

#define OF_TWO(T, S, name)                                                              \
    T name##1_##S(T, T) INEXACT(#name "1." #S);                                         \
    T name##2_##S(T, T, T, T) INEXACT(#name "2." #S);                                   \
    T name##3_##S(T, T, T, T, T, T) INEXACT(#name "3." #S);                             \
    T name##4_##S(T, T, T, T, T, T, T, T) INEXACT(#name "4." #S);                       \
    PURE T name(T a, T b) { return name##1_##S(a, b); }                                 \
    PURE T name(T##2 a, T##2 b) { return name##2_##S(a.x, a.y, b.x, b.y); }             \
    PURE T name(T##3 a, T##3 b) { return name##3_##S(a.x, a.y, a.z, b.x, b.y, b.z); }   \
    PURE T name(T##4 a, T##4 b) {                                                       \
        return name##4_##S(a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w);                     \
    }
#define OF_ONE(T, S, name)                                                              \
    T name##1_##S(T) INEXACT(#name "1." #S);                                            \
    T name##2_##S(T, T) INEXACT(#name "2." #S);                                         \
    T name##3_##S(T, T, T) INEXACT(#name "3." #S);                                      \
    T name##4_##S(T, T, T, T) INEXACT(#name "4." #S);                                   \
    PURE T name(T a) { return name##1_##S(a); }                                         \
    PURE T name(T##2 a) { return name##2_##S(a.x, a.y); }                               \
    PURE T name(T##3 a) { return name##3_##S(a.x, a.y, a.z); }                          \
    PURE T name(T##4 a) { return name##4_##S(a.x, a.y, a.z, a.w); }
// Computes one lane of the normalised vector, from that lane and then all of them.
#define NORMALIZE(T, S, name)                                                           \
    T name##1_##S(T, T) INEXACT(#name "1." #S);                                         \
    T name##2_##S(T, T, T) INEXACT(#name "2." #S);                                      \
    T name##3_##S(T, T, T, T) INEXACT(#name "3." #S);                                   \
    T name##4_##S(T, T, T, T, T) INEXACT(#name "4." #S);                                \
    PURE T name(T a) { return name##1_##S(a, a); }                                      \
    PURE T##2 name(T##2 a) {                                                            \
        return (T##2)(name##2_##S(a.x, a.x, a.y), name##2_##S(a.y, a.x, a.y));          \
    }                                                                                   \
    PURE T##3 name(T##3 a) {                                                            \
        return (T##3)(name##3_##S(a.x, a.x, a.y, a.z), name##3_##S(a.y, a.x, a.y, a.z), \
            name##3_##S(a.z, a.x, a.y, a.z));                                           \
    }                                                                                   \
    PURE T##4 name(T##4 a) {                                                            \
        return (T##4)(name##4_##S(a.x, a.x, a.y, a.z, a.w),                             \
            name##4_##S(a.y, a.x, a.y, a.z, a.w), name##4_##S(a.z, a.x, a.y, a.z, a.w), \
            name##4_##S(a.w, a.x, a.y, a.z, a.w));                                      \
    }
#define CROSS(T, S)                                                                     \
    T cross_##S(T, T, T, T) INEXACT("cross." #S);                                       \
    PURE T##3 cross(T##3 a, T##3 b) {                                                   \
        return (T##3)(cross_##S(a.y, b.z, a.z, b.y), cross_##S(a.z, b.x, a.x, b.z),     \
            cross_##S(a.x, b.y, a.y, b.x));                                             \
    }                                                                                   \
    PURE T##4 cross(T##4 a, T##4 b) { return (T##4)(cross(a.xyz, b.xyz), (T)0); }

#define ALL(T, S)                                                                       \
    OF_TWO(T, S, dot) OF_TWO(T, S, distance) OF_ONE(T, S, length)                       \
    NORMALIZE(T, S, normalize) CROSS(T, S)
FORMATS(ALL)
OF_TWO(float, f32, fast_distance)
OF_ONE(float, f32, fast_length)
NORMALIZE(float, f32, fast_normalize)
