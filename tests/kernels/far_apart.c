// simdiff: check --reference first --port first_short => different "32768"
// simdiff: check --reference newline --port newline_short => different
// simdiff: check --reference agree --port agree_byte => different
// simdiff: check --reference last --port last_lanes => different
// simdiff: check --reference columns --port columns_short => different
// simdiff: check --reference sum --port sum_beyond => undecided "above 16777216"
// simdiff: check --reference sum --port sum_beyond --allow-unreached => equivalent
// What is right up to the first element that is far from the start, or at two large sizes.

#include <emmintrin.h>
#include <string.h>

int first(const int *a, int n, int k)
{
    for (int i = 0; i < n; i++)
        if (a[i] == k) return i;
    return -1;
}

int first_short(const int *a, int n, int k)
{
    for (int i = 0; i < n; i++)
        if (a[i] == k) return (short)i;
    return -1;
}

int newline(const char *s, int n)
{
    for (int i = 0; i < n; i++)
        if (s[i] == '\n') return i;
    return n;
}

int newline_short(const char *s, int n)
{
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i block = _mm_loadu_si128((const __m128i *)(s + i));
        int found = _mm_movemask_epi8(_mm_cmpeq_epi8(block, _mm_set1_epi8('\n')));
        if (found) return (short)(i + __builtin_ctz(found));
    }
    for (; i < n; i++)
        if (s[i] == '\n') return i;
    return n;
}

unsigned agree(const unsigned char *a, const unsigned char *b, unsigned n)
{
    unsigned i = 0;
    while (i < n && a[i] == b[i]) i++;
    return i;
}

unsigned agree_byte(const unsigned char *a, const unsigned char *b, unsigned n)
{
    unsigned i = 0;
    for (; i + 8 <= n; i += 8) {
        unsigned long x, y;
        memcpy(&x, a + i, 8);
        memcpy(&y, b + i, 8);
        if (x != y) return (unsigned char)(i + (__builtin_ctzl(x ^ y) >> 3));
    }
    while (i < n && a[i] == b[i]) i++;
    return i;
}

int last(const short *c, int n)
{
    int found = -1;
    for (int i = 0; i < n; i++)
        if (c[i]) found = i;
    return found;
}

int last_lanes(const short *c, int n)
{
    int i = 0, found = -1;
    __m128i at = _mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7), most = _mm_set1_epi16(-1);
    for (; i + 8 <= n; i += 8) {
        __m128i zero = _mm_cmpeq_epi16(_mm_loadu_si128((const __m128i *)(c + i)), _mm_setzero_si128());
        most = _mm_max_epi16(most, _mm_or_si128(zero, at));
        at = _mm_add_epi16(at, _mm_set1_epi16(8));
    }
    short lanes[8];
    _mm_storeu_si128((__m128i *)lanes, most);
    for (int k = 0; k < 8; k++)
        if (lanes[k] > found) found = lanes[k];
    for (; i < n; i++)
        if (c[i]) found = i;
    return found;
}

void columns(const unsigned char *x, unsigned *sum, int w, int h)
{
    for (int j = 0; j < w; j++) {
        sum[j] = 0;
        for (int i = 0; i < h; i++) sum[j] += x[i * w + j];
    }
}

void columns_short(const unsigned char *x, unsigned *sum, int w, int h)
{
    int j = 0;
    const __m128i zero = _mm_setzero_si128();
    for (; j + 8 <= w; j += 8) {
        __m128i all = zero;
        for (int i = 0; i < h; i++) {
            __m128i row = _mm_loadl_epi64((const __m128i *)(x + i * w + j));
            all = _mm_add_epi16(all, _mm_unpacklo_epi8(row, zero));
        }
        _mm_storeu_si128((__m128i *)(sum + j), _mm_unpacklo_epi16(all, zero));
        _mm_storeu_si128((__m128i *)(sum + j + 4), _mm_unpackhi_epi16(all, zero));
    }
    for (; j < w; j++) {
        sum[j] = 0;
        for (int i = 0; i < h; i++) sum[j] += x[i * w + j];
    }
}

unsigned sum(const unsigned char *x, unsigned n)
{
    unsigned all = 0;
    for (unsigned i = 0; i < n; i++) all += x[i];
    return all;
}

unsigned sum_beyond(const unsigned char *x, unsigned n)
{
    unsigned all = n >= 16777217 ? 1 : 0;
    if (n >= 16777217) all += x[0];
    for (unsigned i = 0; i < n; i++) all += x[i];
    return all;
}
