// Geometric functions (6.15.5) by their formulas, in C's operations: sums from the first
// lane to the last, in which a product and a sum may be contracted as elsewhere. They take
// the place of the open functions of `geometric.cl` where a user assumes so.

#include "device.h"

#define FORMULAS(T, S)                                                                  \
    T contraction_##S(T, T, T) INEXACT("contraction." #S);                              \
    static PURE T products(T a, T b, T c, T d) { return contraction_##S(a, b, c * d); } \
    static PURE T products(T a, T b, T c, T d, T e, T f) {                              \
        return contraction_##S(e, f, products(a, b, c, d));                             \
    }                                                                                   \
    static PURE T products(T a, T b, T c, T d, T e, T f, T g, T h) {                    \
        return contraction_##S(g, h, products(a, b, c, d, e, f));                       \
    }                                                                                   \
    static PURE T squares(T x) { return x * x; }                                        \
    static PURE T squares(T x, T y) { return products(x, x, y, y); }                    \
    static PURE T squares(T x, T y, T z) { return products(x, x, y, y, z, z); }         \
    static PURE T squares(T x, T y, T z, T w) { return products(x, x, y, y, z, z, w, w); }\
    T dot1_##S(T, T) FORMULA("dot1." #S);                                               \
    T dot1_##S(T a, T b) { return a * b; }                                              \
    T dot2_##S(T, T, T, T) FORMULA("dot2." #S);                                         \
    T dot2_##S(T a, T b, T e, T f) { return products(a, e, b, f); }                     \
    T dot3_##S(T, T, T, T, T, T) FORMULA("dot3." #S);                                   \
    T dot3_##S(T a, T b, T c, T e, T f, T g) { return products(a, e, b, f, c, g); }     \
    T dot4_##S(T, T, T, T, T, T, T, T) FORMULA("dot4." #S);                             \
    T dot4_##S(T a, T b, T c, T d, T e, T f, T g, T h) {                                \
        return products(a, e, b, f, c, g, d, h);                                        \
    }                                                                                   \
    T cross_##S(T, T, T, T) FORMULA("cross." #S);                                       \
    T cross_##S(T a, T b, T c, T d) { return contraction_##S(a, b, -(c * d)); }

#define LENGTHS(T, S, prefix)                                                           \
    T prefix##length1_##S(T) FORMULA(#prefix "length1." #S);                            \
    T prefix##length1_##S(T x) { return sqrt(squares(x)); }                             \
    T prefix##length2_##S(T, T) FORMULA(#prefix "length2." #S);                         \
    T prefix##length2_##S(T x, T y) { return sqrt(squares(x, y)); }                     \
    T prefix##length3_##S(T, T, T) FORMULA(#prefix "length3." #S);                      \
    T prefix##length3_##S(T x, T y, T z) { return sqrt(squares(x, y, z)); }             \
    T prefix##length4_##S(T, T, T, T) FORMULA(#prefix "length4." #S);                   \
    T prefix##length4_##S(T x, T y, T z, T w) { return sqrt(squares(x, y, z, w)); }     \
    T prefix##distance1_##S(T, T) FORMULA(#prefix "distance1." #S);                     \
    T prefix##distance1_##S(T a, T e) { return sqrt(squares(a - e)); }                  \
    T prefix##distance2_##S(T, T, T, T) FORMULA(#prefix "distance2." #S);               \
    T prefix##distance2_##S(T a, T b, T e, T f) { return sqrt(squares(a - e, b - f)); } \
    T prefix##distance3_##S(T, T, T, T, T, T) FORMULA(#prefix "distance3." #S);         \
    T prefix##distance3_##S(T a, T b, T c, T e, T f, T g) {                             \
        return sqrt(squares(a - e, b - f, c - g));                                      \
    }                                                                                   \
    T prefix##distance4_##S(T, T, T, T, T, T, T, T) FORMULA(#prefix "distance4." #S);   \
    T prefix##distance4_##S(T a, T b, T c, T d, T e, T f, T g, T h) {                   \
        return sqrt(squares(a - e, b - f, c - g, d - h));                               \
    }

#define NORMALIZE(T, S, name, by)                                                       \
    T name##1_##S(T, T) FORMULA(#name "1." #S);                                         \
    T name##1_##S(T lane, T x) { return lane by sqrt(squares(x)); }                     \
    T name##2_##S(T, T, T) FORMULA(#name "2." #S);                                      \
    T name##2_##S(T lane, T x, T y) { return lane by sqrt(squares(x, y)); }             \
    T name##3_##S(T, T, T, T) FORMULA(#name "3." #S);                                   \
    T name##3_##S(T lane, T x, T y, T z) { return lane by sqrt(squares(x, y, z)); }     \
    T name##4_##S(T, T, T, T, T) FORMULA(#name "4." #S);                                \
    T name##4_##S(T lane, T x, T y, T z, T w) {                                         \
        return lane by sqrt(squares(x, y, z, w));                                       \
    }

#define ALL(T, S) FORMULAS(T, S) LENGTHS(T, S, ) NORMALIZE(T, S, normalize, /)
ALL(float, f32)
ALL(double, f64)
LENGTHS(float, f32, fast_)
// The specification names this formula.
NORMALIZE(float, f32, fast_normalize, * 1 /)
