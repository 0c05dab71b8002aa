// simdiff: check --reference horner --port estrin --assume-associative --assume-distributive => equivalent
// simdiff: check --reference horner --port estrin_sign --assume-associative --assume-distributive => different
// simdiff: check --reference horner --port estrin_fma --assume-associative --assume-distributive --assume-contraction => equivalent
// simdiff: check --reference horner --port estrin_fma_other --assume-associative --assume-distributive --assume-contraction => different
// simdiff: check --reference bernstein --port casteljau --assume-associative --assume-distributive => equivalent
// simdiff: check --reference bernstein --port casteljau_swapped --assume-associative --assume-distributive => different
// simdiff: check --reference distance --port by_norms --assume-associative --assume-distributive --assume-positive-zero => equivalent
// simdiff: check --reference distance --port by_norms_once --assume-associative --assume-distributive --assume-positive-zero => different
// Polynomials in two schemes: equal as real numbers, rounded in other places.
#include <immintrin.h>

// A polynomial of degree five, by Horner's scheme and by Estrin's.
void horner(const float x[4], float y[4])
{
    for (int i = 0; i < 4; i++)
        y[i] = ((((0.2f * x[i] + 0.3f) * x[i] + 0.7f) * x[i] - 0.9f) * x[i] + 1.1f) * x[i] + 0.5f;
}

static __m128 linear(__m128 x, float c1, float c0)
{
    return _mm_add_ps(_mm_mul_ps(_mm_set1_ps(c1), x), _mm_set1_ps(c0));
}

static void by_squares(const float *in, float *out, float c2)
{
    __m128 x = _mm_loadu_ps(in), x2 = _mm_mul_ps(x, x), x4 = _mm_mul_ps(x2, x2);
    __m128 low = _mm_add_ps(linear(x, 1.1f, 0.5f), _mm_mul_ps(x2, linear(x, 0.7f, c2)));
    _mm_storeu_ps(out, _mm_add_ps(low, _mm_mul_ps(x4, linear(x, 0.2f, 0.3f))));
}

void estrin(const float x[4], float y[4]) { by_squares(x, y, -0.9f); }
void estrin_sign(const float x[4], float y[4]) { by_squares(x, y, 0.9f); }

// The same with fused operations.
#define FMA __attribute__((target("fma")))

FMA static void fused(const float *in, float *out, float c4)
{
    __m128 x = _mm_loadu_ps(in), x2 = _mm_mul_ps(x, x);
    __m128 a = _mm_fmadd_ps(_mm_set1_ps(1.1f), x, _mm_set1_ps(0.5f));
    __m128 b = _mm_fmadd_ps(_mm_set1_ps(0.7f), x, _mm_set1_ps(-0.9f));
    __m128 c = _mm_fmadd_ps(_mm_set1_ps(0.2f), x, _mm_set1_ps(c4));
    _mm_storeu_ps(out, _mm_fmadd_ps(_mm_mul_ps(x2, x2), c, _mm_fmadd_ps(x2, b, a)));
}

FMA void estrin_fma(const float x[4], float y[4]) { fused(x, y, 0.3f); }
FMA void estrin_fma_other(const float x[4], float y[4]) { fused(x, y, 0.25f); }

// A cubic Bezier curve, by Bernstein's polynomials and by de Casteljau's algorithm.
float bernstein(float a, float b, float c, float d, float t)
{
    float u = 1 - t;
    return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
}

static float between(float a, float b, float t) { return a + t * (b - a); }

float casteljau(float a, float b, float c, float d, float t)
{
    float ab = between(a, b, t), bc = between(b, c, t), cd = between(c, d, t);
    return between(between(ab, bc, t), between(bc, cd, t), t);
}
float casteljau_swapped(float a, float b, float c, float d, float t)
{
    float ab = between(a, b, t), bc = between(b, c, t), cd = between(c, d, t);
    return between(between(ab, bc, t), between(cd, bc, t), t);
}

// A squared distance, as nearest neighbours are searched: by norms and a product.
float distance(const float x[4], const float y[4])
{
    float sum = 0;
    for (int i = 0; i < 4; i++)
        sum += (x[i] - y[i]) * (x[i] - y[i]);
    return sum;
}

static float dot(const float *x, const float *y)
{
    float sum = 0;
    for (int i = 0; i < 4; i++)
        sum += x[i] * y[i];
    return sum;
}

float by_norms(const float x[4], const float y[4]) { return dot(x, x) + dot(y, y) - 2 * dot(x, y); }
float by_norms_once(const float x[4], const float y[4]) { return dot(x, x) + dot(y, y) - dot(x, y); }
