// simdiff: check --reference grey_scalar --port grey_sse2 --arg 'rgba=in:u8[4*n]' --size n=1..20 => equivalent

/* Luma of RGBA pixels in fixed point with 14 fractional bits. */

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

enum { RED = 4899, GREEN = 9617, BLUE = 1868, SHIFT = 14, HALF = 1 << (SHIFT - 1) };

static uint8_t grey1(const uint8_t *p)
{
    return (uint8_t)((p[0] * RED + p[1] * GREEN + p[2] * BLUE + HALF) >> SHIFT);
}

void grey_scalar(const uint8_t *rgba, uint8_t *grey, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        grey[i] = grey1(rgba + 4 * i);
}

/* Two pixels, widened to 16 bits, to two sums in the even 32-bit lanes. */
static inline __m128i weigh(__m128i pixels)
{
    const __m128i weights = _mm_setr_epi16(RED, GREEN, BLUE, 0, RED, GREEN, BLUE, 0);
    __m128i pairs = _mm_madd_epi16(pixels, weights);
    return _mm_add_epi32(pairs, _mm_srli_epi64(pairs, 32));
}

void grey_sse2(const uint8_t *rgba, uint8_t *grey, size_t n)
{
    const __m128i zero = _mm_setzero_si128(), half = _mm_set1_epi32(HALF);
    size_t i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128i pixels = _mm_loadu_si128((const __m128i *)(rgba + 4 * i));
        __m128 low = _mm_castsi128_ps(weigh(_mm_unpacklo_epi8(pixels, zero)));
        __m128 high = _mm_castsi128_ps(weigh(_mm_unpackhi_epi8(pixels, zero)));
        __m128i sums = _mm_castps_si128(_mm_shuffle_ps(low, high, _MM_SHUFFLE(2, 0, 2, 0)));
        __m128i luma = _mm_srli_epi32(_mm_add_epi32(sums, half), SHIFT);
        luma = _mm_packs_epi32(luma, luma);
        luma = _mm_packus_epi16(luma, luma);
        int four = _mm_cvtsi128_si32(luma);
        __builtin_memcpy(grey + i, &four, 4);
    }
    for (; i < n; ++i)
        grey[i] = grey1(rgba + 4 * i);
}
