// simdiff: check --reference bounds --port bounds_sse2 --arg 'a=in:u8[32]' --arg 'b=in:u8[32]' => equivalent
// simdiff: check --reference bounds --port bounds_short --arg 'a=in:u8[32]' --arg 'b=in:u8[32]' => different
// The least and greatest absolute difference: minima of extended bytes one after
// the other, and of bytes in a tree.
#include <emmintrin.h>
#include <stdint.h>
#include <stdlib.h>

void bounds(const uint8_t *a, const uint8_t *b, int *least, int *most)
{
    *least = 255;
    *most = 0;
    for (int i = 0; i < 32; i++) {
        int d = abs(a[i] - b[i]);
        *least = d < *least ? d : *least;
        *most = d > *most ? d : *most;
    }
}

static void vector(const uint8_t *a, const uint8_t *b, int *least, int *most, int last)
{
    __m128i low = _mm_set1_epi8(-1), high = _mm_setzero_si128();
    for (int i = 0; i < 32; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        __m128i d = _mm_or_si128(_mm_subs_epu8(x, y), _mm_subs_epu8(y, x));
        low = _mm_min_epu8(low, d);
        high = _mm_max_epu8(high, d);
    }
    low = _mm_min_epu8(low, _mm_srli_si128(low, 8));
    high = _mm_max_epu8(high, _mm_srli_si128(high, 8));
    low = _mm_min_epu8(low, _mm_srli_si128(low, 4));
    high = _mm_max_epu8(high, _mm_srli_si128(high, 4));
    low = _mm_min_epu8(low, _mm_srli_si128(low, 2));
    high = _mm_max_epu8(high, _mm_srli_si128(high, 2));
    if (last)
        low = _mm_min_epu8(low, _mm_srli_si128(low, 1));
    high = _mm_max_epu8(high, _mm_srli_si128(high, 1));
    *least = _mm_extract_epi16(low, 0) & 255;
    *most = _mm_extract_epi16(high, 0) & 255;
}

void bounds_sse2(const uint8_t *a, const uint8_t *b, int *least, int *most) { vector(a, b, least, most, 1); }
void bounds_short(const uint8_t *a, const uint8_t *b, int *least, int *most) { vector(a, b, least, most, 0); }
