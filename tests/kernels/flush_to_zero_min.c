// simdiff: check --cflags=-frounding-math --reference clamp --port clamp_flushed_sse --size n=4 => undecided "it flushes subnormals, and the program uses llvm.x86.sse.min.ps"
// minps gives back an operand, which is flushed too: not modelled.
#include <pmmintrin.h>
#include <xmmintrin.h>

void clamp(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = src[i] < 1e30f ? src[i] : 1e30f;
}

void clamp_flushed_sse(const float *src, float *dst, int n) {
    unsigned old = _mm_getcsr();
    _MM_SET_DENORMALS_ZERO_MODE(_MM_DENORMALS_ZERO_ON);
    for (int i = 0; i + 4 <= n; i += 4)
        _mm_storeu_ps(dst + i, _mm_min_ps(_mm_loadu_ps(src + i), _mm_set1_ps(1e30f)));
    _mm_setcsr(old);
}
