// simdiff: check --reference largest_scalar --port largest_sse --size n=1..9 => equivalent
// simdiff: check --reference largest_scalar --port largest_swapped --size n=8 => different
// A maximum that skips NaNs gives the same in any order; with the operands of
// maxps swapped a NaN wins.

#include <emmintrin.h>
#include <math.h>

float largest_scalar(const float *x, int n) {
    float largest = 0;
    for (int i = 0; i < n; i++)
        if (fabsf(x[i]) > largest)
            largest = fabsf(x[i]);
    return largest;
}

static inline float largest(const float *x, int n, int swapped) {
    __m128 magnitude = _mm_castsi128_ps(_mm_set1_epi32(0x7fffffff));
    __m128 m = _mm_setzero_ps();
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128 v = _mm_and_ps(_mm_loadu_ps(x + i), magnitude);
        m = swapped ? _mm_max_ps(m, v) : _mm_max_ps(v, m);
    }
    float lanes[4];
    _mm_storeu_ps(lanes, m);
    float result = lanes[0];
    for (int k = 1; k < 4; k++)
        if (lanes[k] > result)
            result = lanes[k];
    for (; i < n; i++)
        if (fabsf(x[i]) > result)
            result = fabsf(x[i]);
    return result;
}

float largest_sse(const float *x, int n) { return largest(x, n, 0); }

float largest_swapped(const float *x, int n) { return largest(x, n, 1); }
