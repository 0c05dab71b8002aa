// simdiff: check --reference sevens --port sevens_in_words --cflags -O2 => different "= 7"
// simdiff: check --reference sevens --port sevens_in_longs => equivalent
// simdiff: check --reference histogram --port histogram_in_words => different
// simdiff: check --reference odd --port odd_saturated => different
// A lane of 16 bits overflows after 65,536 counts: with eight lanes, or four tables, only in a
// buffer of half a million elements, or a quarter.

#include <emmintrin.h>
#include <stdint.h>
#include <string.h>

int sevens(const uint8_t *a, int n)
{
    int c = 0;
    for (int i = 0; i < n; i++) c += a[i] == 7;
    return c;
}

int sevens_in_words(const uint8_t *a, int n)
{
    const __m128i zero = _mm_setzero_si128(), seven = _mm_set1_epi16(7);
    __m128i counts = zero;
    int i = 0, c = 0;
    for (; i + 8 <= n; i += 8) {
        __m128i x = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(a + i)), zero);
        counts = _mm_sub_epi16(counts, _mm_cmpeq_epi16(x, seven));
    }
    uint16_t lanes[8];
    _mm_storeu_si128((__m128i *)lanes, counts);
    for (int k = 0; k < 8; k++) c += lanes[k];
    for (; i < n; i++) c += a[i] == 7;
    return c;
}

int sevens_in_longs(const uint8_t *a, int n)
{
    const __m128i zero = _mm_setzero_si128(), seven = _mm_set1_epi8(7);
    __m128i counts = zero;
    int i = 0, c = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i ones = _mm_sub_epi8(zero, _mm_cmpeq_epi8(x, seven));
        counts = _mm_add_epi64(counts, _mm_sad_epu8(ones, zero));
    }
    uint64_t lanes[2];
    _mm_storeu_si128((__m128i *)lanes, counts);
    c = (int)(lanes[0] + lanes[1]);
    for (; i < n; i++) c += a[i] == 7;
    return c;
}

void histogram(uint32_t h[4], const uint8_t *s, int n)
{
    for (int i = 0; i < n; i++) h[s[i] & 3]++;
}

void histogram_in_words(uint32_t h[4], const uint8_t *s, int n)
{
    static uint16_t t[4][4];
    memset(t, 0, sizeof t);
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) t[k][s[i + k] & 3]++;
    for (; i < n; i++) t[0][s[i] & 3]++;
    for (int v = 0; v < 4; v++)
        for (int k = 0; k < 4; k++) h[v] += t[k][v];
}

int odd(const uint8_t *a, int n)
{
    int c = 0;
    for (int i = 0; i < n; i++) c += a[i] & 1;
    return c;
}
// The lanes stick at their greatest value.
int odd_saturated(const uint8_t *a, int n)
{
    __m128i zero = _mm_setzero_si128(), all = zero;
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        x = _mm_and_si128(x, _mm_set1_epi8(1));
        x = _mm_add_epi16(_mm_unpacklo_epi8(x, zero), _mm_unpackhi_epi8(x, zero));
        all = _mm_adds_epi16(all, x);
    }
    int16_t lanes[8];
    _mm_storeu_si128((__m128i *)lanes, all);
    int c = 0;
    for (int k = 0; k < 8; k++) c += lanes[k];
    for (; i < n; i++) c += a[i] & 1;
    return c;
}
