// simdiff: check --reference multiply_scalar --port multiply_sse --size n=1..9 => equivalent

// Products of complex numbers, two at a time. SSE has no instruction that
// subtracts in even and adds in odd lanes, so the even products are negated.

#include <cstddef>
#include <emmintrin.h>

struct complex {
    float re, im;
};

static complex operator*(complex a, complex b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

void multiply_scalar(const complex *a, const complex *b, complex *dst, std::size_t n)
{
    for (std::size_t i = 0; i < n; ++i)
        dst[i] = a[i] * b[i];
}

void multiply_sse(const complex *a, const complex *b, complex *dst, std::size_t n)
{
    const __m128 even_sign = _mm_castsi128_ps(_mm_setr_epi32(int(0x80000000), 0, int(0x80000000), 0));
    std::size_t i = 0;
    for (; i + 2 <= n; i += 2) {
        __m128 x = _mm_loadu_ps(&a[i].re);
        __m128 y = _mm_loadu_ps(&b[i].re);
        __m128 re = _mm_shuffle_ps(x, x, _MM_SHUFFLE(2, 2, 0, 0));
        __m128 im = _mm_shuffle_ps(x, x, _MM_SHUFFLE(3, 3, 1, 1));
        __m128 swapped = _mm_shuffle_ps(y, y, _MM_SHUFFLE(2, 3, 0, 1));
        __m128 cross = _mm_xor_ps(_mm_mul_ps(im, swapped), even_sign);
        _mm_storeu_ps(&dst[i].re, _mm_add_ps(_mm_mul_ps(re, y), cross));
    }
    for (; i < n; ++i)
        dst[i] = a[i] * b[i];
}
