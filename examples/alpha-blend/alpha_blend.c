// simdiff: check --reference blend_scalar --port blend_sse2 --size n=1..20 => equivalent
// simdiff: check --reference blend_scalar --port blend_sse2_truncating --size n=1..20 => different

/* (a alpha + b (255 - alpha)) / 255, rounded to nearest. With t = v + 128,
 * (t + t / 256) / 256 is that quotient for every v up to 255 * 255, and all of
 * it fits 16 bits. The truncating port uses the well-known formula for the
 * quotient rounded down. */

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

static uint8_t blend1(uint8_t a, uint8_t b, uint8_t alpha)
{
    return (uint8_t)((a * alpha + b * (255 - alpha) + 127) / 255);
}

void blend_scalar(const uint8_t *a, const uint8_t *b, uint8_t *dst, size_t n, uint8_t alpha)
{
    for (size_t i = 0; i < n; ++i)
        dst[i] = blend1(a[i], b[i], alpha);
}

static inline __m128i load8(const uint8_t *p)
{
    return _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)p), _mm_setzero_si128());
}

static inline __m128i weigh(__m128i a, __m128i b, uint8_t alpha)
{
    __m128i x = _mm_mullo_epi16(a, _mm_set1_epi16(alpha));
    __m128i y = _mm_mullo_epi16(b, _mm_set1_epi16((short)(255 - alpha)));
    return _mm_add_epi16(x, y);
}

void blend_sse2(const uint8_t *a, const uint8_t *b, uint8_t *dst, size_t n, uint8_t alpha)
{
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        __m128i t = _mm_add_epi16(weigh(load8(a + i), load8(b + i), alpha), _mm_set1_epi16(128));
        __m128i q = _mm_srli_epi16(_mm_add_epi16(t, _mm_srli_epi16(t, 8)), 8);
        _mm_storel_epi64((__m128i *)(dst + i), _mm_packus_epi16(q, q));
    }
    for (; i < n; ++i)
        dst[i] = blend1(a[i], b[i], alpha);
}

void blend_sse2_truncating(const uint8_t *a, const uint8_t *b, uint8_t *dst, size_t n,
                           uint8_t alpha)
{
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        __m128i v = weigh(load8(a + i), load8(b + i), alpha);
        __m128i t = _mm_add_epi16(v, _mm_set1_epi16(1));
        __m128i q = _mm_srli_epi16(_mm_add_epi16(t, _mm_srli_epi16(v, 8)), 8);
        _mm_storel_epi64((__m128i *)(dst + i), _mm_packus_epi16(q, q));
    }
    for (; i < n; ++i)
        dst[i] = blend1(a[i], b[i], alpha);
}
