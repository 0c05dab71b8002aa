// simdiff: check --cflags='-msse4.1' --reference by_roundeven --port by_imm0 --size n=4..5 => equivalent
// simdiff: check --cflags='-msse4.1' --reference by_roundeven --port by_imm8 --size n=4 => equivalent
// simdiff: check --cflags='-msse4.1' --reference by_floor --port by_imm1 --size n=4..5 => equivalent
// simdiff: check --cflags='-msse4.1' --reference by_floor --port by_imm9 --size n=4 => equivalent
// simdiff: check --cflags='-msse4.1' --reference by_ceil --port by_imm2 --size n=4..5 => equivalent
// simdiff: check --cflags='-msse4.1' --reference by_ceil --port by_imm10 --size n=4 => equivalent
// simdiff: check --cflags='-msse4.1' --reference by_trunc --port by_imm3 --size n=4..5 => equivalent
// simdiff: check --cflags='-msse4.1' --reference by_trunc --port by_imm11 --size n=4 => equivalent
// simdiff: check --cflags='-msse4.1 -frounding-math' --reference by_rint_upward --port by_imm4 --size n=4 => equivalent
// simdiff: check --cflags='-msse4.1 -frounding-math' --reference by_rint_upward --port by_imm5 --size n=4 => equivalent
// simdiff: check --cflags='-msse4.1 -frounding-math' --reference by_rint_upward --port by_imm6 --size n=4 => equivalent
// simdiff: check --cflags='-msse4.1 -frounding-math' --reference by_rint_upward --port by_imm7 --size n=4 => equivalent
// simdiff: check --cflags='-msse4.1' --reference by_floor --port by_imm2 --size n=4 => different
// Every immediate of _mm_round_ps; bit 2 takes the direction from MXCSR.
#include <math.h>
#include <smmintrin.h>

#define SCALAR(name, f) \
    void name(const float *src, float *dst, int n) { \
        for (int i = 0; i < n; i++) dst[i] = f(src[i]); \
    }
SCALAR(by_roundeven, __builtin_roundevenf)
SCALAR(by_floor, floorf)
SCALAR(by_ceil, ceilf)
SCALAR(by_trunc, truncf)

void by_rint_upward(const float *src, float *dst, int n) {
    unsigned old = _mm_getcsr();
    _MM_SET_ROUNDING_MODE(_MM_ROUND_UP);
    for (int i = 0; i < n; i++) dst[i] = rintf(src[i]);
    _mm_setcsr(old);
}

#define PORT(name, f, imm) \
    void name(const float *src, float *dst, int n) { \
        unsigned old = _mm_getcsr(); \
        if ((imm) & 4) _MM_SET_ROUNDING_MODE(_MM_ROUND_UP); \
        int i = 0; \
        for (; i + 4 <= n; i += 4) _mm_storeu_ps(dst + i, _mm_round_ps(_mm_loadu_ps(src + i), imm)); \
        for (; i < n; i++) dst[i] = f(src[i]); \
        _mm_setcsr(old); \
    }
PORT(by_imm0, __builtin_roundevenf, 0)
PORT(by_imm1, floorf, 1)
PORT(by_imm2, ceilf, 2)
PORT(by_imm3, truncf, 3)
PORT(by_imm4, rintf, 4)
PORT(by_imm5, rintf, 5)
PORT(by_imm6, rintf, 6)
PORT(by_imm7, rintf, 7)
PORT(by_imm8, __builtin_roundevenf, 8)
PORT(by_imm9, floorf, 9)
PORT(by_imm10, ceilf, 10)
PORT(by_imm11, truncf, 11)
