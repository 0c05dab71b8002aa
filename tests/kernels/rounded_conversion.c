// simdiff: check --cflags=-frounding-math --reference up --port up_sse2 --size n=4..5 => equivalent
// simdiff: check --cflags=-frounding-math --reference up --port nearest_sse2 --arg 'x=in:f32[n] in -1e3..1e3' --size n=4 => different
// cvtps2dq rounds as MXCSR says, here upward.
#include <emmintrin.h>
#include <math.h>

static void convert(const float *x, int *d, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4) _mm_storeu_si128((__m128i *)(d + i), _mm_cvtps_epi32(_mm_loadu_ps(x + i)));
    for (; i < n; i++) d[i] = _mm_cvtss_si32(_mm_load_ss(x + i));
}

void up(const float *x, int *d, int n) {
    _mm_setcsr(0x5f80);
    for (int i = 0; i < n; i++) d[i] = _mm_cvtss_si32(_mm_load_ss(x + i));
    _mm_setcsr(0x1f80);
}

void up_sse2(const float *x, int *d, int n) {
    _mm_setcsr(0x5f80);
    convert(x, d, n);
    _mm_setcsr(0x1f80);
}

void nearest_sse2(const float *x, int *d, int n) { convert(x, d, n); }
