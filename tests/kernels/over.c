// simdiff: check --reference over_scalar --port over_sse2 --size n=4 => equivalent
// simdiff: check --reference over_scalar --port over_wrapping --size n=4 => different
// Four channels in a word, each of which rests on three bytes of the inputs.
#include <emmintrin.h>
#include <stdint.h>

static uint32_t divided(uint32_t x)
{
    x += 128;
    return (uint8_t)((x + (x >> 8)) >> 8);
}

void over_scalar(const uint32_t *src, uint32_t *dst, int n)
{
    for (int i = 0; i < n; i++) {
        uint32_t s = src[i], d = dst[i], rest = 255 - (s >> 24), out = 0;
        for (int c = 0; c < 32; c += 8) {
            uint32_t v = (s >> c & 255) + divided((d >> c & 255) * rest);
            out |= (v > 255 ? 255 : v) << c;
        }
        dst[i] = out;
    }
}

static __m128i scaled(__m128i d, __m128i rest)
{
    __m128i x = _mm_add_epi16(_mm_mullo_epi16(d, rest), _mm_set1_epi16(128));
    return _mm_srli_epi16(_mm_add_epi16(x, _mm_srli_epi16(x, 8)), 8);
}

static __m128i covered(__m128i s, __m128i d)
{
    const __m128i zero = _mm_setzero_si128();
    __m128i rest = _mm_sub_epi32(_mm_set1_epi32(255), _mm_srli_epi32(s, 24));
    rest = _mm_or_si128(rest, _mm_slli_epi32(rest, 16));
    __m128i low = scaled(_mm_unpacklo_epi8(d, zero), _mm_unpacklo_epi32(rest, rest));
    __m128i high = scaled(_mm_unpackhi_epi8(d, zero), _mm_unpackhi_epi32(rest, rest));
    return _mm_packus_epi16(low, high);
}

void over_sse2(const uint32_t *src, uint32_t *dst, int n)
{
    for (int i = 0; i + 4 <= n; i += 4) {
        __m128i s = _mm_loadu_si128((const __m128i *)(src + i)), d = _mm_loadu_si128((const __m128i *)(dst + i));
        _mm_storeu_si128((__m128i *)(dst + i), _mm_adds_epu8(s, covered(s, d)));
    }
}

void over_wrapping(const uint32_t *src, uint32_t *dst, int n)
{
    for (int i = 0; i + 4 <= n; i += 4) {
        __m128i s = _mm_loadu_si128((const __m128i *)(src + i)), d = _mm_loadu_si128((const __m128i *)(dst + i));
        _mm_storeu_si128((__m128i *)(dst + i), _mm_add_epi8(s, covered(s, d)));
    }
}
