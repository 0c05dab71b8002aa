// simdiff: check --reference total --port total_by_bytes => equivalent
// simdiff: check --reference total --port total_too_late => different
// simdiff: check --reference total --port total_once => different
// Sums in bytes that have to be emptied before they overflow, after many rounds.

#include <emmintrin.h>
#include <stdint.h>

uint32_t total(const uint8_t *in, int n) {
    uint32_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += in[i] & 3;
    return sum;
}

static uint32_t across(__m128i bytes) {
    __m128i sums = _mm_sad_epu8(bytes, _mm_setzero_si128());
    return (uint32_t)(_mm_cvtsi128_si32(sums) + _mm_cvtsi128_si32(_mm_srli_si128(sums, 8)));
}

static inline __m128i low_bits(const uint8_t *in) {
    return _mm_and_si128(_mm_loadu_si128((const __m128i *)in), _mm_set1_epi8(3));
}

uint32_t total_by_bytes(const uint8_t *in, int n) {
    uint32_t sum = 0;
    __m128i bytes = _mm_setzero_si128();
    int i = 0, rounds = 0;
    for (; i + 16 <= n; i += 16) {
        bytes = _mm_add_epi8(bytes, low_bits(in + i));
        if (++rounds == 12) {
            sum += across(bytes);
            bytes = _mm_setzero_si128();
            rounds = 0;
        }
    }
    sum += across(bytes);
    for (; i < n; i++)
        sum += in[i] & 3;
    return sum;
}

// What was summed is not taken away.
uint32_t total_too_late(const uint8_t *in, int n) {
    uint32_t sum = 0;
    __m128i bytes = _mm_setzero_si128();
    int i = 0, rounds = 0;
    for (; i + 16 <= n; i += 16) {
        bytes = _mm_add_epi8(bytes, low_bits(in + i));
        if (++rounds == 12) {
            sum += across(bytes);
            rounds = 0;
        }
    }
    sum += across(bytes);
    for (; i < n; i++)
        sum += in[i] & 3;
    return sum;
}

// It is emptied after the first twelve rounds, and then loses what it held.
uint32_t total_once(const uint8_t *in, int n) {
    uint32_t sum = 0;
    __m128i bytes = _mm_setzero_si128();
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        if (i == 192)
            bytes = _mm_setzero_si128();
        bytes = _mm_add_epi8(bytes, low_bits(in + i));
    }
    sum += across(bytes);
    for (; i < n; i++)
        sum += in[i] & 3;
    return sum;
}
