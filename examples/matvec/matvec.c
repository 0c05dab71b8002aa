// simdiff: check --reference matvec_scalar --port matvec_sse --arg 'm=in:f32[16]' --arg 'v=in:f32[4*n]' --arg 'dst=out:f32[4*n]' --size n=1..4 => equivalent
// simdiff: check --reference matvec_scalar --port matvec_sse_pairwise --arg 'm=in:f32[16]' --arg 'v=in:f32[4*n]' --arg 'dst=out:f32[4*n]' --size n=1..4 => different
// simdiff: check --reference matvec_scalar --port matvec_sse_pairwise --arg 'm=in:f32[16]' --arg 'v=in:f32[4*n]' --arg 'dst=out:f32[4*n]' --size n=1..4 --assume-associative => equivalent

/* A 4x4 matrix, stored by columns, times n vectors. The pairwise port adds the
 * four products as a tree. */

#include <stddef.h>
#include <xmmintrin.h>

void matvec_scalar(const float *m, const float *v, float *dst, size_t n)
{
    for (size_t i = 0; i < n; ++i) {
        for (size_t row = 0; row < 4; ++row) {
            float sum = m[row] * v[4 * i];
            for (size_t column = 1; column < 4; ++column)
                sum += m[4 * column + row] * v[4 * i + column];
            dst[4 * i + row] = sum;
        }
    }
}

void matvec_sse(const float *m, const float *v, float *dst, size_t n)
{
    for (size_t i = 0; i < n; ++i) {
        __m128 x = _mm_loadu_ps(v + 4 * i);
        __m128 sum = _mm_mul_ps(_mm_loadu_ps(m), _mm_shuffle_ps(x, x, _MM_SHUFFLE(0, 0, 0, 0)));
        sum = _mm_add_ps(sum, _mm_mul_ps(_mm_loadu_ps(m + 4), _mm_shuffle_ps(x, x, _MM_SHUFFLE(1, 1, 1, 1))));
        sum = _mm_add_ps(sum, _mm_mul_ps(_mm_loadu_ps(m + 8), _mm_shuffle_ps(x, x, _MM_SHUFFLE(2, 2, 2, 2))));
        sum = _mm_add_ps(sum, _mm_mul_ps(_mm_loadu_ps(m + 12), _mm_shuffle_ps(x, x, _MM_SHUFFLE(3, 3, 3, 3))));
        _mm_storeu_ps(dst + 4 * i, sum);
    }
}

void matvec_sse_pairwise(const float *m, const float *v, float *dst, size_t n)
{
    for (size_t i = 0; i < n; ++i) {
        __m128 a = _mm_mul_ps(_mm_loadu_ps(m), _mm_set1_ps(v[4 * i]));
        __m128 b = _mm_mul_ps(_mm_loadu_ps(m + 4), _mm_set1_ps(v[4 * i + 1]));
        __m128 c = _mm_mul_ps(_mm_loadu_ps(m + 8), _mm_set1_ps(v[4 * i + 2]));
        __m128 d = _mm_mul_ps(_mm_loadu_ps(m + 12), _mm_set1_ps(v[4 * i + 3]));
        _mm_storeu_ps(dst + 4 * i, _mm_add_ps(_mm_add_ps(a, b), _mm_add_ps(c, d)));
    }
}
