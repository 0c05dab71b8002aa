// simdiff: check --reference abs_scalar --port abs_sse2 --size n=1..32 => equivalent
// simdiff: check --reference abs_by_comparison --port abs_sse2 --size n=1..32 => different
// simdiff: check --reference abs_by_comparison --port abs_sse2 --size n=1..32 --assume-positive-zero => equivalent

/* Absolute values by clearing the sign bit. A comparison with zero is not the
 * same: -0 is not less than 0 and stays negative. */

#include <emmintrin.h>
#include <math.h>
#include <stddef.h>

void abs_scalar(const float *src, float *dst, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        dst[i] = fabsf(src[i]);
}

void abs_by_comparison(const float *src, float *dst, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        dst[i] = src[i] < 0.0f ? -src[i] : src[i];
}

void abs_sse2(const float *src, float *dst, size_t n)
{
    const __m128 mask = _mm_castsi128_ps(_mm_set1_epi32(0x7fffffff));
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        _mm_storeu_ps(dst + i, _mm_and_ps(_mm_loadu_ps(src + i), mask));
    for (; i < n; ++i)
        dst[i] = fabsf(src[i]);
}
