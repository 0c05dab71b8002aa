// simdiff: check --reference dot_scalar --port dot_sse --size n=1..3 => equivalent
// simdiff: check --reference dot_scalar --port dot_sse --size n=1..16 => different
// simdiff: check --reference dot_scalar --port dot_sse --size n=1..16 --assume-associative => equivalent

/* The dot product. Four partial sums add in another order than one does, so
 * the results agree only where addition may be reassociated. */

#include <stddef.h>
#include <xmmintrin.h>

float dot_scalar(const float *x, const float *y, size_t n)
{
    float sum = 0.0f;
    for (size_t i = 0; i < n; ++i)
        sum += x[i] * y[i];
    return sum;
}

float dot_sse(const float *x, const float *y, size_t n)
{
    __m128 sums = _mm_setzero_ps();
    size_t i = 0;
    for (; i + 4 <= n; i += 4)
        sums = _mm_add_ps(sums, _mm_mul_ps(_mm_loadu_ps(x + i), _mm_loadu_ps(y + i)));
    sums = _mm_add_ps(sums, _mm_movehl_ps(sums, sums));
    sums = _mm_add_ss(sums, _mm_shuffle_ps(sums, sums, _MM_SHUFFLE(1, 1, 1, 1)));
    float sum = _mm_cvtss_f32(sums);
    for (; i < n; ++i)
        sum += x[i] * y[i];
    return sum;
}
