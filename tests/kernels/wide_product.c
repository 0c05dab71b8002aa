// simdiff: check --reference product_scalar --port product_sse2 --size n=2 => equivalent
// simdiff: check --reference product_scalar --port product_wrong --size n=2 => different
// Products of 64 bits from products of halves.
#include <emmintrin.h>
#include <stdint.h>

void product_scalar(const uint64_t *a, const uint64_t *b, uint64_t *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = a[i] * b[i];
}

static __m128i product(__m128i x, __m128i y, __m128i y_high)
{
    __m128i low = _mm_mul_epu32(x, y);
    __m128i middle = _mm_add_epi64(_mm_mul_epu32(_mm_srli_epi64(x, 32), y), _mm_mul_epu32(x, y_high));
    return _mm_add_epi64(low, _mm_slli_epi64(middle, 32));
}

void product_sse2(const uint64_t *a, const uint64_t *b, uint64_t *out, int n)
{
    for (int i = 0; i + 2 <= n; i += 2) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i)), y = _mm_loadu_si128((const __m128i *)(b + i));
        _mm_storeu_si128((__m128i *)(out + i), product(x, y, _mm_srli_epi64(y, 32)));
    }
}

// Shifts whole registers, not elements.
void product_wrong(const uint64_t *a, const uint64_t *b, uint64_t *out, int n)
{
    for (int i = 0; i + 2 <= n; i += 2) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i)), y = _mm_loadu_si128((const __m128i *)(b + i));
        _mm_storeu_si128((__m128i *)(out + i), product(x, y, _mm_slli_si128(y, 4)));
    }
}
