// simdiff: check --reference scaled --port scaled_sse --size n=8..8 --cflags -mavx2 => different "wrong_saturation.c:21:" "_mm_adds_epu16"
// simdiff: check --reference halved --port halved_sse --size n=16..16 --cflags -mavx2 => different "wrong_saturation.c:35:" "the first value that the reference"
// simdiff: check --reference exponents --port exponents_sse --size n=4..4 --cflags -mavx2 => different
// A sum that wraps around in place of one with saturation is named as such; the numbers in the
// definition of an intrinsic are not the port's.
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

void scaled(const uint16_t *s, uint8_t *d, int n) {
    for (int i = 0; i < n; i++) {
        int x = (s[i] + 2) >> 2;
        d[i] = (uint8_t)(x > 255 ? 255 : x);
    }
}

void scaled_sse(const uint16_t *s, uint8_t *d, int n) {
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i x = _mm_loadu_si128((const __m128i *)(s + i));
        // Too large a number becomes a small one.
        x = _mm_srli_epi16(_mm_add_epi16(x, _mm_set1_epi16(2)), 2);
        x = _mm_packus_epi16(x, x);
        _mm_storel_epi64((__m128i *)(d + i), x);
    }
}

void halved(const uint8_t *a, const uint8_t *b, uint8_t *d, int n) {
    for (int i = 0; i < n; i++)
        d[i] = (uint8_t)((a[i] + b[i]) >> 1);
}

void halved_sse(const uint8_t *a, const uint8_t *b, uint8_t *d, int n) {
    for (int i = 0; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        x = _mm_avg_epu8(x, _mm_loadu_si128((const __m128i *)(b + i)));
        _mm_storeu_si128((__m128i *)(d + i), x);
    }
}

void exponents(const uint32_t *s, uint8_t *d, int n) {
    for (int i = 0; i < n; i++)
        d[i] = (uint8_t)(s[i] >> 23);
}

void exponents_sse(const uint32_t *s, uint8_t *d, int n) {
    for (int i = 0; i + 4 <= n; i += 4) {
        __m128i x = _mm_srli_epi32(_mm_loadu_si128((const __m128i *)(s + i)), 23);
        x = _mm_packs_epi32(x, x);
        x = _mm_packus_epi16(x, x);
        int four = _mm_cvtsi128_si32(x);
        memcpy(d + i, &four, 4);
    }
}
