// simdiff: check --reference mixed --port mixed_sse2 => equivalent
// simdiff: check --reference mixed --port mixed_wrong => different
// Words that are mixed and multiplied by 32 bits, and by two products of their halves: a half of
// x ^ y is the exclusive or of halves.
#include <emmintrin.h>
#include <stdint.h>

#define FACTOR 0x85ebca6bu

void mixed(uint64_t word[4], const uint64_t key[4])
{
    for (int i = 0; i < 4; i++) {
        uint64_t x = word[i] ^ word[i] >> 43 ^ key[i];
        word[i] = x * FACTOR;
    }
}

static void halved(uint64_t word[4], const uint64_t key[4], int up)
{
    const __m128i factor = _mm_set1_epi32((int)FACTOR);
    for (int i = 0; i < 4; i += 2) {
        __m128i x = _mm_loadu_si128((const __m128i *)(word + i));
        x = _mm_xor_si128(x, _mm_srli_epi64(x, 43));
        x = _mm_xor_si128(x, _mm_loadu_si128((const __m128i *)(key + i)));
        __m128i low = _mm_mul_epu32(x, factor);
        __m128i high = _mm_mul_epu32(_mm_srli_epi64(x, 32), factor);
        x = _mm_add_epi64(low, _mm_slli_epi64(high, up));
        _mm_storeu_si128((__m128i *)(word + i), x);
    }
}

void mixed_sse2(uint64_t word[4], const uint64_t key[4])
{
    halved(word, key, 32);
}

void mixed_wrong(uint64_t word[4], const uint64_t key[4])
{
    halved(word, key, 31);
}
