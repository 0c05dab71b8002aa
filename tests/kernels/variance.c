// simdiff: check --reference variance --port variance_sse2 --arg 'a=in:u8[16]' --arg 'b=in:u8[16]' => equivalent
// simdiff: check --reference variance --port variance_cut --arg 'a=in:u8[16]' --arg 'b=in:u8[16]' => different
// simdiff: check --reference mean_square --port mean_square_short --arg 'a=in:u8[4]' --arg 'b=in:u8[4]' => equivalent
// A sum of squares less a quotient: what both have in common leaves two quotients.
// A square is not negative, so that it is divided alike with and without a sign.
#include <emmintrin.h>
#include <stdint.h>

uint32_t variance(const uint8_t *a, const uint8_t *b)
{
    int sum = 0;
    uint32_t squares = 0;
    for (int i = 0; i < 16; i++) {
        int difference = a[i] - b[i];
        sum += difference;
        squares += difference * difference;
    }
    return squares - (uint32_t)((int64_t)sum * sum / 16);
}

static __m128i half(const uint8_t *a, const uint8_t *b)
{
    __m128i zero = _mm_setzero_si128();
    __m128i x = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)a), zero);
    __m128i y = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)b), zero);
    return _mm_sub_epi16(x, y);
}

static uint32_t across(__m128i v)
{
    v = _mm_add_epi32(v, _mm_srli_si128(v, 8));
    v = _mm_add_epi32(v, _mm_srli_si128(v, 4));
    return (uint32_t)_mm_cvtsi128_si32(v);
}

static void sums(const uint8_t *a, const uint8_t *b, int *sum, uint32_t *squares)
{
    __m128i low = half(a, b), high = half(a + 8, b + 8);
    *squares = across(_mm_add_epi32(_mm_madd_epi16(low, low), _mm_madd_epi16(high, high)));
    *sum = (int)across(_mm_madd_epi16(_mm_add_epi16(low, high), _mm_set1_epi16(1)));
}

uint32_t variance_sse2(const uint8_t *a, const uint8_t *b)
{
    int sum;
    uint32_t squares;
    sums(a, b, &sum, &squares);
    return squares - (uint32_t)((sum * sum) >> 4);
}

// The sum is cut to 12 bits, the quotient halved.
uint32_t variance_cut(const uint8_t *a, const uint8_t *b)
{
    int sum;
    uint32_t squares;
    sums(a, b, &sum, &squares);
    uint32_t magnitude = (uint32_t)(sum < 0 ? -sum : sum) & 0xfff;
    return squares - (magnitude * magnitude >> 5);
}

uint32_t mean_square(const uint8_t *a, const uint8_t *b)
{
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += a[i] - b[i];
    return (uint32_t)((int64_t)sum * sum / 16);
}

uint32_t mean_square_short(const uint8_t *a, const uint8_t *b)
{
    int16_t sum = 0;
    for (int i = 3; i >= 0; i--)
        sum += a[i] - b[i];
    return (uint32_t)(sum * sum) >> 4;
}
