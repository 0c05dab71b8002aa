// simdiff: check --reference mix --port mix_weights --assume-associative --assume-distributive => equivalent
// simdiff: check --reference mix --port mix_weights_sum --assume-associative --assume-distributive => different
// simdiff: check --reference bilinear --port four_weights --assume-associative --assume-distributive => equivalent
// simdiff: check --reference bilinear --port four_weights_twice --assume-associative --assume-distributive => different
// simdiff: check --reference subdivide --port subdivide_mask --assume-associative --assume-distributive => equivalent
// simdiff: check --reference subdivide --port subdivide_mask_other --assume-associative --assume-distributive => different
// simdiff: check --reference gains --port gains_by_mask --assume-associative --assume-distributive => equivalent
// simdiff: check --reference gains --port gains_exchanged --assume-associative --assume-distributive => different
// Blends as products of differences, and as weights.
#include <immintrin.h>

// A blend as one product of a difference, and as two weights.
void mix(const float a[4], const float b[4], float t, float out[4])
{
    for (int i = 0; i < 4; i++)
        out[i] = a[i] + t * (b[i] - a[i]);
}

static void weights(const float *a, const float *b, __m128 w, __m128 t, float *out)
{
    _mm_storeu_ps(out, _mm_add_ps(_mm_mul_ps(w, _mm_loadu_ps(a)), _mm_mul_ps(t, _mm_loadu_ps(b))));
}

void mix_weights(const float a[4], const float b[4], float t, float out[4])
{
    weights(a, b, _mm_sub_ps(_mm_set1_ps(1), _mm_set1_ps(t)), _mm_set1_ps(t), out);
}
void mix_weights_sum(const float a[4], const float b[4], float t, float out[4])
{
    weights(a, b, _mm_add_ps(_mm_set1_ps(1), _mm_set1_ps(t)), _mm_set1_ps(t), out);
}

// Bilinear interpolation: two blends of blends, and four weights.
float bilinear(const float p[4], float x, float y)
{
    float top = p[0] + x * (p[1] - p[0]), bottom = p[2] + x * (p[3] - p[2]);
    return top + y * (bottom - top);
}
float four_weights(const float p[4], float x, float y)
{
    return p[0] * (1 - x) * (1 - y) + p[1] * x * (1 - y) + p[2] * (1 - x) * y + p[3] * x * y;
}
float four_weights_twice(const float p[4], float x, float y)
{
    return p[0] * (1 - x) * (1 - y) + p[1] * x * (1 - y) + p[2] * (1 - x) * y + p[3] * x * x;
}

// A midpoint subdivided twice, and its mask.
void subdivide(const float x[6], float out[4])
{
    for (int i = 0; i < 4; i++)
        out[i] = 0.5f * (0.5f * (x[i] + x[i + 1]) + 0.5f * (x[i + 1] + x[i + 2]));
}
static void mask(const float *x, float *out, float middle)
{
    __m128 sides = _mm_add_ps(_mm_loadu_ps(x), _mm_loadu_ps(x + 2));
    __m128 inner = _mm_mul_ps(_mm_set1_ps(middle), _mm_loadu_ps(x + 1));
    _mm_storeu_ps(out, _mm_add_ps(_mm_mul_ps(_mm_set1_ps(0.25f), sides), inner));
}
void subdivide_mask(const float x[6], float out[4]) { mask(x, out, 0.5f); }
void subdivide_mask_other(const float x[6], float out[4]) { mask(x, out, 0.25f); }

// A gain for each side of a threshold, chosen before or after the product.
void gains(const float x[4], float low, float high, float out[4])
{
    for (int i = 0; i < 4; i++)
        out[i] = x[i] * (1 + (x[i] < 0 ? low : high));
}
static void by_mask(const float *in, float low, float high, float *out)
{
    __m128 x = _mm_loadu_ps(in), negative = _mm_cmplt_ps(x, _mm_setzero_ps());
    __m128 first = _mm_mul_ps(x, _mm_set1_ps(low)), second = _mm_mul_ps(x, _mm_set1_ps(high));
    __m128 chosen = _mm_or_ps(_mm_and_ps(negative, first), _mm_andnot_ps(negative, second));
    _mm_storeu_ps(out, _mm_add_ps(x, chosen));
}
void gains_by_mask(const float x[4], float low, float high, float out[4]) { by_mask(x, low, high, out); }
void gains_exchanged(const float x[4], float low, float high, float out[4]) { by_mask(x, high, low, out); }
