// simdiff: check --reference round_scalar --port round_sse2_shifted --size n=8..9 => different
// simdiff: check --reference round_scalar --port round_sse2 --size n=1..17 => equivalent

/* Floats rounded to nearest and clamped to 0..65535. SSE2 packs 32-bit
 * integers with signed saturation only. The shifted port therefore subtracts
 * 32768 from the float, packs, and adds 32768 again; but that subtraction
 * rounds: of 0.5 and a little, the little is lost, and the tie then goes to 0
 * instead of 1. The other port shifts the integers. Where the conversion is out
 * of range it gives the most negative integer, which becomes 0. */

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

static inline uint16_t round1(float x)
{
    int rounded = _mm_cvtss_si32(_mm_set_ss(x));
    return rounded < 0 ? 0 : rounded > 65535 ? 65535 : (uint16_t)rounded;
}

void round_scalar(const float *src, uint16_t *dst, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        dst[i] = round1(src[i]);
}

void round_sse2_shifted(const float *src, uint16_t *dst, size_t n)
{
    const __m128 shift = _mm_set1_ps(32768.0f);
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        __m128i low = _mm_cvtps_epi32(_mm_sub_ps(_mm_loadu_ps(src + i), shift));
        __m128i high = _mm_cvtps_epi32(_mm_sub_ps(_mm_loadu_ps(src + i + 4), shift));
        __m128i packed = _mm_packs_epi32(low, high);
        packed = _mm_add_epi16(packed, _mm_set1_epi16(-32768));
        _mm_storeu_si128((__m128i *)(dst + i), packed);
    }
    for (; i < n; ++i)
        dst[i] = round1(src[i]);
}

/* Rounds, makes negative numbers 0 and subtracts 32768. */
static inline __m128i round4(const float *src)
{
    __m128i rounded = _mm_cvtps_epi32(_mm_loadu_ps(src));
    __m128i negative = _mm_srai_epi32(rounded, 31);
    return _mm_sub_epi32(_mm_andnot_si128(negative, rounded), _mm_set1_epi32(32768));
}

void round_sse2(const float *src, uint16_t *dst, size_t n)
{
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        __m128i packed = _mm_packs_epi32(round4(src + i), round4(src + i + 4));
        packed = _mm_add_epi16(packed, _mm_set1_epi16(-32768));
        _mm_storeu_si128((__m128i *)(dst + i), packed);
    }
    for (; i < n; ++i)
        dst[i] = round1(src[i]);
}
