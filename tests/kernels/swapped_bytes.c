// simdiff: check --reference swapped --port swapped_sse2 --size n=0..36 => equivalent
// simdiff: check --reference swapped --port swapped_but_odd --size n=0..36 => different
// The bytes of each pair, by the library's function and by shifts.
#include <emmintrin.h>
#include <stdint.h>

void swab(const void *from, void *to, long n);

void swapped(uint8_t *restrict to, const uint8_t *restrict from, int n) { swab(from, to, n); }

static __m128i turned(const uint8_t *from)
{
    __m128i x = _mm_loadu_si128((const __m128i *)from);
    return _mm_or_si128(_mm_srli_epi16(x, 8), _mm_slli_epi16(x, 8));
}

void swapped_sse2(uint8_t *restrict to, const uint8_t *restrict from, int n)
{
    int i = 0;
    for (; i + 16 <= n; i += 16)
        _mm_storeu_si128((__m128i *)(to + i), turned(from + i));
    for (; i + 1 < n; i += 2) {
        to[i] = from[i + 1];
        to[i + 1] = from[i];
    }
}

void swapped_but_odd(uint8_t *restrict to, const uint8_t *restrict from, int n)
{
    int i = 0;
    for (; i + 16 <= n; i += 16)
        _mm_storeu_si128((__m128i *)(to + i), turned(from + i));
    for (; i < n; i += 2) {
        to[i] = i + 1 < n ? from[i + 1] : 0;
        if (i + 1 < n) to[i + 1] = from[i];
    }
}
