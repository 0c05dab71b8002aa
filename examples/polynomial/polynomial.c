// simdiff: check --reference exp_horner --port exp_horner_sse --size n=1..16 => equivalent
// simdiff: check --reference exp_horner --port exp_estrin_sse --size n=1..16 => different

/* The Taylor polynomial of exp of degree 5. Horner's scheme rounds after each
 * of its steps; Estrin's pairs the terms to shorten the chain and rounds in
 * other places. */

#include <stddef.h>
#include <xmmintrin.h>

#define C0 1.0f
#define C1 1.0f
#define C2 0.5f
#define C3 (1.0f / 6)
#define C4 (1.0f / 24)
#define C5 (1.0f / 120)

static inline float horner1(float x)
{
    return C0 + x * (C1 + x * (C2 + x * (C3 + x * (C4 + x * C5))));
}

void exp_horner(const float *x, float *y, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        y[i] = horner1(x[i]);
}

/* a + b x */
static inline __m128 linear(__m128 a, __m128 b, __m128 x)
{
    return _mm_add_ps(a, _mm_mul_ps(x, b));
}

void exp_horner_sse(const float *x, float *y, size_t n)
{
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128 v = _mm_loadu_ps(x + i);
        __m128 p = _mm_set1_ps(C5);
        p = linear(_mm_set1_ps(C4), p, v);
        p = linear(_mm_set1_ps(C3), p, v);
        p = linear(_mm_set1_ps(C2), p, v);
        p = linear(_mm_set1_ps(C1), p, v);
        p = linear(_mm_set1_ps(C0), p, v);
        _mm_storeu_ps(y + i, p);
    }
    for (; i < n; ++i)
        y[i] = horner1(x[i]);
}

void exp_estrin_sse(const float *x, float *y, size_t n)
{
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128 v = _mm_loadu_ps(x + i);
        __m128 v2 = _mm_mul_ps(v, v);
        __m128 p01 = linear(_mm_set1_ps(C0), _mm_set1_ps(C1), v);
        __m128 p23 = linear(_mm_set1_ps(C2), _mm_set1_ps(C3), v);
        __m128 p45 = linear(_mm_set1_ps(C4), _mm_set1_ps(C5), v);
        _mm_storeu_ps(y + i, linear(p01, linear(p23, p45, v2), v2));
    }
    for (; i < n; ++i)
        y[i] = horner1(x[i]);
}
