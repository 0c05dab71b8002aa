// simdiff: check --reference smooth --port smooth_sse2 --arg p=inout:u8[32] => equivalent
// simdiff: check --reference smooth --port smooth_rounded --arg p=inout:u8[32] => different
// Pixels across an edge are moved by a clamped difference: a sum of four bytes within
// a sum. What is added hangs on two differences, of which every value is tried.

#include <emmintrin.h>
#include <stdint.h>

static int clamp(int x) { return x < -128 ? -128 : x > 127 ? 127 : x; }

void smooth(uint8_t *p) {
    for (int i = 0; i < 8; i++) {
        int p1 = p[i] - 128, p0 = p[8 + i] - 128;
        int q0 = p[16 + i] - 128, q1 = p[24 + i] - 128;
        int a = clamp(clamp(p1 - q1) + 3 * (q0 - p0));
        p[8 + i] = (uint8_t)(clamp(p0 + (clamp(a + 3) >> 3)) + 128);
        p[16 + i] = (uint8_t)(clamp(q0 - (clamp(a + 4) >> 3)) + 128);
    }
}

static inline __m128i load(const uint8_t *p) {
    return _mm_xor_si128(_mm_loadl_epi64((const __m128i *)p), _mm_set1_epi8(-128));
}

static inline void store(uint8_t *p, __m128i x) {
    _mm_storel_epi64((__m128i *)p, _mm_xor_si128(x, _mm_set1_epi8(-128)));
}

static inline __m128i eighth(__m128i x) {
    __m128i low = _mm_srai_epi16(_mm_unpacklo_epi8(x, x), 11);
    return _mm_packs_epi16(low, low);
}

static inline void across(uint8_t *p, char first, char second) {
    __m128i p1 = load(p), p0 = load(p + 8), q0 = load(p + 16), q1 = load(p + 24);
    __m128i d = _mm_subs_epi8(q0, p0);
    __m128i a = _mm_adds_epi8(_mm_adds_epi8(_mm_subs_epi8(p1, q1), d), d);
    a = _mm_adds_epi8(a, d);
    store(p + 8, _mm_adds_epi8(p0, eighth(_mm_adds_epi8(a, _mm_set1_epi8(first)))));
    store(p + 16, _mm_subs_epi8(q0, eighth(_mm_adds_epi8(a, _mm_set1_epi8(second)))));
}

void smooth_sse2(uint8_t *p) { across(p, 3, 4); }

void smooth_rounded(uint8_t *p) { across(p, 4, 4); }
