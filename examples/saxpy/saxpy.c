// simdiff: check --reference saxpy_scalar --port saxpy_sse --size n=1..64 => equivalent

/* y = a x + y. */

#include <stddef.h>
#include <xmmintrin.h>

void saxpy_scalar(size_t n, float a, const float *x, float *y)
{
    for (size_t i = 0; i < n; ++i)
        y[i] = a * x[i] + y[i];
}

void saxpy_sse(size_t n, float a, const float *x, float *y)
{
    const __m128 scale = _mm_set1_ps(a);
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128 product = _mm_mul_ps(scale, _mm_loadu_ps(x + i));
        _mm_storeu_ps(y + i, _mm_add_ps(product, _mm_loadu_ps(y + i)));
    }
    for (; i < n; ++i)
        y[i] = a * x[i] + y[i];
}
