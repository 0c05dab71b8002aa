// simdiff: check --reference rotate --port rotate_sse2 --arg 'x=in:i16[8]' --arg 'y=in:i16[8]' => equivalent
// simdiff: check --reference rotate --port rotate_unrounded --arg 'x=in:i16[8]' --arg 'y=in:i16[8]' => different
// A step of a cosine transform: products by pmaddwd and in 32 bits, packed with
// a saturation that never happens; `+ (y != 0)` as 65536 in the sum and `y == 0`
// taken off.
#include <emmintrin.h>
#include <stdint.h>

void rotate(const int16_t *x, const int16_t *y, int16_t *out)
{
    for (int i = 0; i < 8; i++)
        out[i] = (int16_t)(((x[i] * 2217 + y[i] * 5352 + 12000) >> 16) + (y[i] != 0));
}

static __m128i half(__m128i pairs, int round)
{
    __m128i weights = _mm_set1_epi32(5352 << 16 | 2217);
    __m128i sum = _mm_add_epi32(_mm_madd_epi16(pairs, weights), _mm_set1_epi32(round));
    return _mm_srai_epi32(sum, 16);
}

static void vector(const int16_t *x, const int16_t *y, int16_t *out, int round)
{
    __m128i a = _mm_loadu_si128((const __m128i *)x), b = _mm_loadu_si128((const __m128i *)y);
    __m128i low = half(_mm_unpacklo_epi16(a, b), round), high = half(_mm_unpackhi_epi16(a, b), round);
    __m128i zero = _mm_cmpeq_epi16(b, _mm_setzero_si128());
    _mm_storeu_si128((__m128i *)out, _mm_add_epi16(_mm_packs_epi32(low, high), zero));
}

void rotate_sse2(const int16_t *x, const int16_t *y, int16_t *out) { vector(x, y, out, 12000 + 65536); }
void rotate_unrounded(const int16_t *x, const int16_t *y, int16_t *out) { vector(x, y, out, 65536); }
