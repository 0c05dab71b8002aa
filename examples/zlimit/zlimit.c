// simdiff: check --reference zlimit_scalar --port zlimit_sse --size n=1..64 => equivalent
// simdiff: check --reference zlimit_scalar --port zlimit_sse --size n=1..16 --alias dst=src => equivalent

/* The larger of each element and zero; NaN and -0 become +0. */

#include <stddef.h>
#include <xmmintrin.h>

void zlimit_scalar(const float *src, float *dst, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        dst[i] = src[i] > 0.0f ? src[i] : 0.0f;
}

void zlimit_sse(const float *src, float *dst, size_t n)
{
    const __m128 zero = _mm_setzero_ps();
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128 x = _mm_loadu_ps(src + i);
        __m128 positive = _mm_cmpgt_ps(x, zero);
        _mm_storeu_ps(dst + i, _mm_and_ps(positive, x));
    }
    for (; i < n; ++i)
        dst[i] = src[i] > 0.0f ? src[i] : 0.0f;
}
