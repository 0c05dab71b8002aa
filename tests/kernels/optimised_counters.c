// simdiff: check --reference invert --port invert_blocks --cflags -O2 => equivalent
// simdiff: check --reference invert --port invert_blocks --cflags -O3 -mavx2 => equivalent
// simdiff: check --reference invert --port invert_unsigned --cflags -O2 => equivalent
// simdiff: check --reference invert --port invert_wrong --cflags -O2 => different
//
// Loops of blocks with counters of 32 bits: clang vectorises the loop of the rest, whose vector
// body no size reaches.
#include <emmintrin.h>
#include <stdint.h>

void invert(uint8_t *d, const uint8_t *s, int n)
{
    for (int i = 0; i < n; i++) d[i] = s[i] ^ 255;
}

static void block(uint8_t *d, const uint8_t *s)
{
    __m128i all = _mm_set1_epi8(-1);
    _mm_storeu_si128((__m128i *)d, _mm_xor_si128(all, _mm_loadu_si128((const __m128i *)s)));
}

void invert_blocks(uint8_t *d, const uint8_t *s, int n)
{
    int i = 0;
    for (; i + 16 <= n; i += 16) block(d + i, s + i);
    for (; i < n; i++) d[i] = s[i] ^ 255;
}

void invert_unsigned(uint8_t *d, const uint8_t *s, int count)
{
    unsigned n = count > 0 ? (unsigned)count : 0, i = 0;
    for (; i + 16 <= n; i += 16) block(d + i, s + i);
    for (; i < n; i++) d[i] = s[i] ^ 255;
}

void invert_wrong(uint8_t *d, const uint8_t *s, int n)
{
    int i = 0;
    for (; i + 16 <= n; i += 16) block(d + i, s + i);
    for (; i < n; i++) d[i] = s[i] ^ (n > 96 && i == n - 1 ? 127 : 255);
}
