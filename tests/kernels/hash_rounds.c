// simdiff: check --reference scramble --port scramble_sse => equivalent
// simdiff: check --reference scramble --port scramble_by_fifteen --arg 's=inout:u32[12]' => different
// Twenty rounds of additions and rotations: what is made of one round must not
// multiply in the next.

#include <emmintrin.h>
#include <stdint.h>

#define ROTATED(x, n) ((x) << (n) | (x) >> (32 - (n)))

static void turn(uint32_t *s, int first) {
    for (int round = 0; round < 20; round++)
        for (int i = 0; i < 4; i++) {
            uint32_t *a = s + i, *b = s + 4 + i, *c = s + 8 + i;
            *a += *b;
            *c = ROTATED(*c ^ *a, first);
            *b += *c;
            *b = ROTATED(*b, 7) ^ *a;
        }
}
void scramble(uint32_t s[12]) { turn(s, 16); }
void scramble_by_fifteen(uint32_t s[12]) { turn(s, 15); }

static __m128i rotated(__m128i x, int n) {
    return _mm_or_si128(_mm_slli_epi32(x, n), _mm_srli_epi32(x, 32 - n));
}
void scramble_sse(uint32_t s[12]) {
    __m128i a = _mm_loadu_si128((__m128i *)s);
    __m128i b = _mm_loadu_si128((__m128i *)(s + 4));
    __m128i c = _mm_loadu_si128((__m128i *)(s + 8));
    for (int round = 0; round < 20; round++) {
        a = _mm_add_epi32(a, b);
        c = rotated(_mm_xor_si128(c, a), 16);
        b = _mm_add_epi32(b, c);
        b = _mm_xor_si128(rotated(b, 7), a);
    }
    _mm_storeu_si128((__m128i *)s, a);
    _mm_storeu_si128((__m128i *)(s + 4), b);
    _mm_storeu_si128((__m128i *)(s + 8), c);
}
