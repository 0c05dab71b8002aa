// Math functions of implementation-defined accuracy: `native_*` and `half_*` (6.15.2).

#include "device.h"

#define ONE(name)                                                                       \
    float name##_f32(float) INEXACT(#name ".f32");                                      \
    PURE float name(float x) { return name##_f32(x); }                                  \
    EACH_VECTOR(ONE_OF_LANES, name)
#define ONE_OF_LANES(N, name) PURE float##N name(float##N x) { return MAP1(N, float, name, x); }
#define TWO(name)                                                                       \
    float name##_f32(float, float) INEXACT(#name ".f32");                               \
    PURE float name(float x, float y) { return name##_f32(x, y); }                      \
    EACH_VECTOR(TWO_OF_LANES, name)
#define TWO_OF_LANES(N, name) \
    PURE float##N name(float##N x, float##N y) { return MAP2(N, float, name, x, y); }
#define BOTH(F, name) F(half_##name) F(native_##name)

BOTH(ONE, cos) BOTH(ONE, exp) BOTH(ONE, exp2) BOTH(ONE, exp10) BOTH(ONE, log) BOTH(ONE, log2)
BOTH(ONE, log10) BOTH(ONE, recip) BOTH(ONE, rsqrt) BOTH(ONE, sin) BOTH(ONE, sqrt) BOTH(ONE, tan)
BOTH(TWO, divide) BOTH(TWO, powr)
