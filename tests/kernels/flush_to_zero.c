// simdiff: check --cflags=-frounding-math --reference halve_flushed --port halve_flushed_sse --size n=4..5 => equivalent
// simdiff: check --cflags=-frounding-math --reference halve_flushed --port halve_sse --size n=4 => different
// Subnormal operands count as zeros and subnormal results become zeros.
#include <pmmintrin.h>
#include <xmmintrin.h>

static unsigned flush(void) {
    unsigned old = _mm_getcsr();
    _MM_SET_FLUSH_ZERO_MODE(_MM_FLUSH_ZERO_ON);
    _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
    return old;
}

void halve_flushed(const float *src, float *dst, int n) {
    unsigned old = flush();
    for (int i = 0; i < n; i++) dst[i] = src[i] * 0.5f;
    _mm_setcsr(old);
}

void halve_sse(const float *src, float *dst, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4)
        _mm_storeu_ps(dst + i, _mm_mul_ps(_mm_loadu_ps(src + i), _mm_set1_ps(0.5f)));
    for (; i < n; i++) dst[i] = src[i] * 0.5f;
}

void halve_flushed_sse(const float *src, float *dst, int n) {
    unsigned old = flush();
    halve_sse(src, dst, n);
    _mm_setcsr(old);
}
