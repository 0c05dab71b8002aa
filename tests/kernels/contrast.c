// simdiff: check --reference contrast --port contrast_sse2 --size n=8 => equivalent
// simdiff: check --reference contrast --port contrast_wrapping --size n=8 => different
// A product in 32 bits divided by 256, and the high half of one of 16 bits with
// 256 in it: the same quotient. The clamp's middle is computed in 8 bits, its
// bounds in more.
#include <emmintrin.h>
#include <stdint.h>

static int clamp(int x) { return x < 0 ? 0 : x > 255 ? 255 : x; }

void contrast(const uint8_t *x, uint8_t *out, int16_t gain, int16_t bias, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = (uint8_t)clamp((((x[i] - 128) * gain) >> 8) + bias);
}

static __m128i scaled(const uint8_t *x, int16_t gain)
{
    __m128i v = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)x), _mm_setzero_si128());
    v = _mm_slli_epi16(_mm_sub_epi16(v, _mm_set1_epi16(128)), 8);
    return _mm_mulhi_epi16(v, _mm_set1_epi16(gain));
}

void contrast_sse2(const uint8_t *x, uint8_t *out, int16_t gain, int16_t bias, int n)
{
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        __m128i v = _mm_adds_epi16(scaled(x + i, gain), _mm_set1_epi16(bias));
        _mm_storel_epi64((__m128i *)(out + i), _mm_packus_epi16(v, v));
    }
    contrast(x + i, out + i, gain, bias, n - i);
}

void contrast_wrapping(const uint8_t *x, uint8_t *out, int16_t gain, int16_t bias, int n)
{
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        __m128i v = _mm_add_epi16(scaled(x + i, gain), _mm_set1_epi16(bias));
        _mm_storel_epi64((__m128i *)(out + i), _mm_packus_epi16(v, v));
    }
    contrast(x + i, out + i, gain, bias, n - i);
}
