// simdiff: check --reference taps --port taps_sse2 --size n=8 --arg src=in:u8[n+3] => equivalent
// simdiff: check --reference taps --port taps_in_order --size n=8 --arg src=in:u8[n+3] => different
// Products that saturate when they are added in order, but not when the least is added
// first and the greatest last: a minimum and a maximum are together the sum.

#include <emmintrin.h>
#include <stdint.h>

static uint8_t byte(int x) { return (uint8_t)(x < 0 ? 0 : x > 255 ? 255 : x); }

static uint8_t tap(const uint8_t *x) {
    return byte((-72 * x[0] + 100 * x[1] + 120 * x[2] - 20 * x[3] + 64) >> 7);
}

void taps(const uint8_t *restrict src, uint8_t *restrict dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = tap(src + i);
}

static inline __m128i times(const uint8_t *p, short factor) {
    __m128i x = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)p), _mm_setzero_si128());
    return _mm_mullo_epi16(x, _mm_set1_epi16(factor));
}

static inline void filter(const uint8_t *src, uint8_t *dst, int n, int sorted) {
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        __m128i a = times(src + i + 1, 100), b = times(src + i + 2, 120);
        __m128i sum = _mm_adds_epi16(times(src + i, -72), times(src + i + 3, -20));
        __m128i first = sorted ? _mm_min_epi16(a, b) : _mm_adds_epi16(a, b);
        __m128i last = sorted ? _mm_max_epi16(a, b) : _mm_setzero_si128();
        sum = _mm_adds_epi16(_mm_adds_epi16(sum, first), last);
        sum = _mm_srai_epi16(_mm_adds_epi16(sum, _mm_set1_epi16(64)), 7);
        _mm_storel_epi64((__m128i *)(dst + i), _mm_packus_epi16(sum, sum));
    }
    for (; i < n; i++)
        dst[i] = tap(src + i);
}

void taps_sse2(const uint8_t *restrict src, uint8_t *restrict dst, int n) {
    filter(src, dst, n, 1);
}

void taps_in_order(const uint8_t *restrict src, uint8_t *restrict dst, int n) {
    filter(src, dst, n, 0);
}
