// simdiff: check --reference count_scalar --port count_avx2 --size n=31..33 => equivalent
// simdiff: check --reference count_scalar --port count_wrong --size n=32 => different
// A sum of bit counts against table look-ups of nibbles: 33 inputs, each of
// which both versions count by themselves.

#include <immintrin.h>
#include <stdint.h>

uint32_t count_scalar(const uint8_t *p, int n) {
    uint32_t total = 0;
    for (int i = 0; i < n; i++)
        total += __builtin_popcount(p[i]);
    return total;
}

__attribute__((target("avx2"))) static inline uint32_t
count_by_table(__m128i table, const uint8_t *p, int n) {
    __m256i nibbles = _mm256_broadcastsi128_si256(table);
    __m256i low = _mm256_set1_epi8(15);
    __m256i sum = _mm256_setzero_si256();
    int i = 0;
    for (; i + 32 <= n; i += 32) {
        __m256i x = _mm256_loadu_si256((const __m256i *)(p + i));
        __m256i a = _mm256_shuffle_epi8(nibbles, _mm256_and_si256(x, low));
        __m256i b = _mm256_shuffle_epi8(nibbles, _mm256_and_si256(_mm256_srli_epi16(x, 4), low));
        sum = _mm256_add_epi64(sum, _mm256_sad_epu8(_mm256_add_epi8(a, b), _mm256_setzero_si256()));
    }
    uint64_t lanes[4];
    _mm256_storeu_si256((__m256i *)lanes, sum);
    uint32_t total = (uint32_t)(lanes[0] + lanes[1] + lanes[2] + lanes[3]);
    for (; i < n; i++)
        total += __builtin_popcount(p[i]);
    return total;
}

__attribute__((target("avx2"))) uint32_t count_avx2(const uint8_t *p, int n) {
    return count_by_table(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4), p, n);
}

// The entry for 11 is off by one.
__attribute__((target("avx2"))) uint32_t count_wrong(const uint8_t *p, int n) {
    return count_by_table(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 2, 2, 3, 3, 4), p, n);
}
