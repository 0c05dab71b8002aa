// simdiff: check --reference fade --port fade_madd --arg 't=i16 in 0..32767' --size n=8 => equivalent
// simdiff: check --reference fade --port fade_rounded --arg 't=i16 in 0..32767' --size n=8 => different
// A blend is between what it blends, so nothing saturates.
#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

void fade(const int16_t *a, const int16_t *b, int16_t *out, int16_t t, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (int16_t)((a[i] * (32767 - t) + b[i] * t + 16384) >> 15);
}

static __m128i blended(__m128i pairs, __m128i weights, int round)
{
    __m128i sum = _mm_madd_epi16(pairs, weights);
    return _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(round)), 15);
}

static void fade_by(const int16_t *a, const int16_t *b, int16_t *out, int16_t t, size_t n, int round)
{
    __m128i weights = _mm_set1_epi32((32767 - t) | t << 16);
    for (size_t i = 0; i + 8 <= n; i += 8) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        __m128i low = blended(_mm_unpacklo_epi16(x, y), weights, round);
        __m128i high = blended(_mm_unpackhi_epi16(x, y), weights, round);
        _mm_storeu_si128((__m128i *)(out + i), _mm_packs_epi32(low, high));
    }
}

void fade_madd(const int16_t *a, const int16_t *b, int16_t *out, int16_t t, size_t n)
{
    fade_by(a, b, out, t, n, 16384);
}

void fade_rounded(const int16_t *a, const int16_t *b, int16_t *out, int16_t t, size_t n)
{
    fade_by(a, b, out, t, n, 16383);
}
