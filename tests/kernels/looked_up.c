// simdiff: check --reference bits --port shifted_too_little => different "+ table[s[0] >> 4]" "+ table[s[0] >> 3 & 0xf]"
// simdiff: check --reference bits --port shuffled => equivalent
// Reads of a table at a symbolic index are shown as such.
#include <immintrin.h>
#include <stdint.h>

static const uint8_t table[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

int bits(const uint8_t *s, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        total += table[s[i] & 15] + table[s[i] >> 4];
    }
    return total;
}

int shifted_too_little(const uint8_t *s, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        total += table[s[i] & 15] + table[(s[i] >> 3) & 15];
    }
    return total;
}

__attribute__((target("ssse3"))) int shuffled(const uint8_t *s, int n) {
    int total = 0;
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i counts = _mm_loadu_si128((const __m128i *)table);
        __m128i low = _mm_set1_epi8(15);
        __m128i x = _mm_loadu_si128((const __m128i *)(s + i));
        __m128i a = _mm_shuffle_epi8(counts, _mm_and_si128(x, low));
        __m128i b = _mm_shuffle_epi8(counts, _mm_and_si128(_mm_srli_epi16(x, 4), low));
        __m128i sums = _mm_sad_epu8(_mm_add_epi8(a, b), _mm_setzero_si128());
        total += _mm_extract_epi16(sums, 0) + _mm_extract_epi16(sums, 4);
    }
    for (; i < n; i++) {
        total += table[s[i] & 15] + table[s[i] >> 4];
    }
    return total;
}
