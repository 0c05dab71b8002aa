// simdiff: check --reference hmax_scalar --port hmax_sse --size n=4..12 => different
// simdiff: check --reference hmax_scalar --port hmax_sse --size n=4..12 --assume-ordered => different
// simdiff: check --reference hmax_scalar --port hmax_sse --size n=4..12 --assume-ordered --assume-positive-zero => equivalent

/* The largest element, at least four of them. The comparison keeps the running
 * maximum on a tie and on a NaN, and MAXPS does the same with its second
 * operand; but four running maxima meet NaNs in another order than one does,
 * and the same goes for the ties of +0 and -0. Without NaNs what is left is the
 * sign of zero: {-0, +0} gives whichever came first. */

#include <stddef.h>
#include <xmmintrin.h>

float hmax_scalar(const float *x, size_t n)
{
    float max = x[0];
    for (size_t i = 1; i < n; ++i)
        max = x[i] > max ? x[i] : max;
    return max;
}

float hmax_sse(const float *x, size_t n)
{
    __m128 maxima = _mm_loadu_ps(x);
    size_t i = 4;
    for (; i + 4 <= n; i += 4)
        maxima = _mm_max_ps(_mm_loadu_ps(x + i), maxima);
    maxima = _mm_max_ps(_mm_movehl_ps(maxima, maxima), maxima);
    maxima = _mm_max_ss(_mm_shuffle_ps(maxima, maxima, _MM_SHUFFLE(1, 1, 1, 1)), maxima);
    float max = _mm_cvtss_f32(maxima);
    for (; i < n; ++i)
        max = x[i] > max ? x[i] : max;
    return max;
}
