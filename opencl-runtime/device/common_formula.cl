// `max` and `min` of infinities (6.15.4), which the specification leaves open as it does those
// of NaNs, by the comparison that it gives for finite operands. They take the place of the open
// functions of `common.cl` where a user assumes so. Those of NaNs stay open.

#include "device.h"

#define EXTREMUM(T, S, name, GREATER, LESS)                                             \
    T name##_nan_##S(T, T) INEXACT(#name "_nan." #S);                                   \
    T name##_##S(T, T) FORMULA(#name "." #S);                                           \
    T name##_##S(T x, T y) {                                                            \
        return IS_NAN(x) || IS_NAN(y) ? name##_nan_##S(x, y) : GREATER < LESS ? y : x;  \
    }
#define EXTREMA(T, S) EXTREMUM(T, S, max, x, y) EXTREMUM(T, S, min, y, x)
EXTREMA(float, f32)
EXTREMA(double, f64)
