// simdiff: check --reference add_one --port add_one_by_blocks --cflags -O1 => equivalent "no size leads there"
// simdiff: check --reference add_one --port add_one_by_blocks --cflags -O2 => equivalent "no size leads there"
// simdiff: check --reference add_one --port add_one_tail_twice --cflags -O2 => different
// simdiff: check --reference whole --port whole_by_blocks --assume 'n % 8 == 0' => equivalent
// simdiff: check --reference whole --port whole_by_blocks_wrong --assume 'n % 8 == 0' => different
// A tail of at most one block, which an optimised build unrolls or vectorises all the same; and a
// check of the count that the assumption excludes.

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

void add_one(uint16_t *restrict d, const uint16_t *restrict s, int n)
{
    for (int i = 0; i < n; i++)
        d[i] = s[i] + 1;
}

static void add_block(uint16_t *d, const uint16_t *s)
{
    __m128i v = _mm_loadu_si128((const __m128i *)s);
    _mm_storeu_si128((__m128i *)d, _mm_sub_epi16(v, _mm_set1_epi16(-1)));
}

void add_one_by_blocks(uint16_t *restrict d, const uint16_t *restrict s, int n)
{
    for (; n >= 16; n -= 16, s += 16, d += 16) {
        add_block(d, s);
        add_block(d + 8, s + 8);
    }
    for (; n >= 8; n -= 8, s += 8, d += 8)
        add_block(d, s);
    for (; n > 0; n--)
        *d++ = *s++ + 1;
}

void add_one_tail_twice(uint16_t *restrict d, const uint16_t *restrict s, int n)
{
    for (; n >= 16; n -= 16, s += 16, d += 16) {
        add_block(d, s);
        add_block(d + 8, s + 8);
    }
    for (; n >= 8; n -= 8, s += 8, d += 8)
        add_block(d, s);
    for (; n > 0; n--)
        *d++ = *s++ + (n > 6 ? 2 : 1);
}

int whole(uint8_t *restrict d, const uint8_t *restrict s, size_t n)
{
    if (n % 8)
        return -1;
    for (size_t i = 0; i < n; i++)
        d[i] = s[i] ^ 85;
    return 0;
}

int whole_by_blocks(uint8_t *restrict d, const uint8_t *restrict s, size_t n)
{
    if (n % 8)
        return -1;
    for (; n > 0; n -= 8, d += 8, s += 8) {
        __m128i v = _mm_loadl_epi64((const __m128i *)s);
        _mm_storel_epi64((__m128i *)d, _mm_xor_si128(v, _mm_set1_epi8(85)));
    }
    return 0;
}

int whole_by_blocks_wrong(uint8_t *restrict d, const uint8_t *restrict s, size_t n)
{
    if (n % 8)
        return -1;
    for (; n > 0; n -= 8, d += 8, s += 8) {
        __m128i v = _mm_loadl_epi64((const __m128i *)s);
        _mm_storel_epi64((__m128i *)d, _mm_xor_si128(v, _mm_set1_epi8(n > 40 ? 84 : 85)));
    }
    return 0;
}
