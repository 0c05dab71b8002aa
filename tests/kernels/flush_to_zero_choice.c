// simdiff: check --reference clamp --port clamp_by_bits --size n=4 => undecided "as minss or maxss, that gives zero for a subnormal"
// simdiff: check --cflags=-frounding-math --reference clamp --port clamp_by_bits --size n=4 => equivalent
// A compiler makes minss of `x < y ? x : y`, which gives 0 for a subnormal x where
// MXCSR takes subnormals as zeros; comparing and choosing gives x itself.
#include <xmmintrin.h>

void clamp(const float *x, float *d, int n) {
    _mm_setcsr(0x1fc0);
    for (int i = 0; i < n; i++) d[i] = x[i] < 1.0f ? x[i] : 1.0f;
    _mm_setcsr(0x1f80);
}

void clamp_by_bits(const float *x, float *d, int n) {
    _mm_setcsr(0x1fc0);
    for (int i = 0; i < n; i++) {
        int below = x[i] < 1.0f;
        d[i] = ((const float[2]){1.0f, x[i]})[below];
    }
    _mm_setcsr(0x1f80);
}
