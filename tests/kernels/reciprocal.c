// simdiff: check --reference scale --port scale_sse => different "reciprocal"
// simdiff: check --reference scale --port scale_sse --assume-reciprocal => equivalent "a quotient and the product with the"
// simdiff: check --reference scale --port scale_of_other --assume-reciprocal => different
// simdiff: check --reference third --port third_as_product --assume-reciprocal => equivalent
// simdiff: check --reference third --port third_in_few_digits --assume-reciprocal => different
// simdiff: check --reference mean --port mean_of_scaled --assume-reciprocal => undecided
// simdiff: check --reference mean --port mean_of_scaled --assume-reciprocal --assume-distributive --assume-associative => equivalent
//
// Quotients as products with the reciprocal of the divisor, which is rounded before.
#include <immintrin.h>

void scale(const float *x, float *d, float s, int n)
{
    for (int i = 0; i < n; i++) d[i] = x[i] / s;
}

void scale_sse(const float *x, float *d, float s, int n)
{
    float r = 1.0f / s;
    __m128 all = _mm_set1_ps(r);
    int i = 0;
    for (; i + 4 <= n; i += 4) _mm_storeu_ps(d + i, _mm_mul_ps(_mm_loadu_ps(x + i), all));
    for (; i < n; i++) d[i] = x[i] * r;
}

void scale_of_other(const float *x, float *d, float s, int n)
{
    float r = 1.0f / s;
    __m128 all = _mm_set1_ps(r);
    int i = 0;
    for (; i + 4 <= n; i += 4) _mm_storeu_ps(d + i, _mm_mul_ps(_mm_loadu_ps(x + i), all));
    for (; i < n; i++) d[i] = x[i - (i == 13)] * r;
}

void third(const float *x, float *d, int n)
{
    for (int i = 0; i < n; i++) d[i] = x[i] / 3.0f;
}

void third_as_product(const float *x, float *d, int n)
{
    for (int i = 0; i < n; i++) d[i] = x[i] * (1.0f / 3.0f);
}

void third_in_few_digits(const float *x, float *d, int n)
{
    for (int i = 0; i < n; i++) d[i] = x[i] * 0.3333f;
}

float mean(const float *x)
{
    return (x[0] + x[1] + x[2]) / 3.0f;
}

float mean_of_scaled(const float *x)
{
    return x[0] / 3.0f + x[1] / 3.0f + x[2] / 3.0f;
}
