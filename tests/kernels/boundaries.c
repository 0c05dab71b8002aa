// simdiff: check --reference interpolated --port interpolated_pairs --arg 'x=in:f32[4]' --assume-positive-zero --budget floats=1ms => different "--assume-associative"
// simdiff: check --reference interpolated --port interpolated_scalars --arg 'x=in:f32[4]' => equivalent
// simdiff: check --reference brighter --port brighter_or_equal --size n=4 --budget floats=1ms => different "tie"
// simdiff: check --reference brighter --port brighter_sse --size n=4 => equivalent
// simdiff: check --reference third --port third_by_inverse --budget floats=1ms,enumerate=2 => different
// Differences that show only where a computed value lies at a boundary: half way
// between two floats, or on a threshold.
#include <emmintrin.h>
#include <stddef.h>

static const double WEIGHTS[4] = {-0.0987654, 0.5555, 0.6132, -0.0723};

float interpolated(const float *x)
{
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += WEIGHTS[i] * x[i];
    return (float)sum;
}

float interpolated_scalars(const float *x)
{
    double sum = 0 + WEIGHTS[0] * x[0];
    sum = sum + WEIGHTS[1] * x[1];
    sum = sum + WEIGHTS[2] * x[2];
    return (float)(sum + WEIGHTS[3] * x[3]);
}

float interpolated_pairs(const float *x)
{
    __m128 values = _mm_loadu_ps(x);
    __m128d low = _mm_mul_pd(_mm_loadu_pd(WEIGHTS), _mm_cvtps_pd(values));
    __m128d high = _mm_mul_pd(_mm_loadu_pd(WEIGHTS + 2), _mm_cvtps_pd(_mm_movehl_ps(values, values)));
    __m128d sum = _mm_add_pd(low, high);
    return (float)_mm_cvtsd_f64(_mm_add_sd(sum, _mm_unpackhi_pd(sum, sum)));
}

void brighter(const float *r, const float *g, float *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = 0.299f * r[i] + 0.587f * g[i] > 0.3333f ? r[i] : g[i];
}

static __m128 grey(const float *r, const float *g)
{
    __m128 red = _mm_mul_ps(_mm_set1_ps(0.299f), _mm_loadu_ps(r));
    return _mm_add_ps(red, _mm_mul_ps(_mm_set1_ps(0.587f), _mm_loadu_ps(g)));
}

static void choose(__m128 mask, const float *r, const float *g, float *out)
{
    __m128 taken = _mm_and_ps(mask, _mm_loadu_ps(r));
    _mm_storeu_ps(out, _mm_or_ps(taken, _mm_andnot_ps(mask, _mm_loadu_ps(g))));
}

void brighter_sse(const float *r, const float *g, float *out, size_t n)
{
    for (size_t i = 0; i + 4 <= n; i += 4)
        choose(_mm_cmpgt_ps(grey(r + i, g + i), _mm_set1_ps(0.3333f)), r + i, g + i, out + i);
}

void brighter_or_equal(const float *r, const float *g, float *out, size_t n)
{
    for (size_t i = 0; i + 4 <= n; i += 4)
        choose(_mm_cmpge_ps(grey(r + i, g + i), _mm_set1_ps(0.3333f)), r + i, g + i, out + i);
}

float third(float x)
{
    return (float)(x / 3.0 + 0.1);
}

float third_by_inverse(float x)
{
    return (float)(x * (1 / 3.0) + 0.1);
}
