// simdiff: check --reference scale_scalar --port scale_sse --size n=1..16 => defect
// simdiff: check --reference scale_scalar --port scale_sse --size n=4 => equivalent

/* dst = k src. The port's loop bound is off by one: with three elements left
 * it still takes four, and touches the one behind the end. */

#include <stddef.h>
#include <xmmintrin.h>

void scale_scalar(const float *src, float *dst, size_t n, float k)
{
    for (size_t i = 0; i < n; ++i)
        dst[i] = k * src[i];
}

void scale_sse(const float *src, float *dst, size_t n, float k)
{
    size_t i = 0;
    for (; i + 3 <= n; i += 4)
        _mm_storeu_ps(dst + i, _mm_mul_ps(_mm_set1_ps(k), _mm_loadu_ps(src + i)));
    for (; i < n; ++i)
        dst[i] = k * src[i];
}
