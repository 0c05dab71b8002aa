// simdiff: check --reference sobel_scalar --port sobel_sse2 --size w=10 => equivalent
// simdiff: check --reference sobel_scalar --port sobel_signed --size w=10 => different
// Gradients in 32 bits and in 16, their magnitudes saturated: sums that differ
// in width and sign alone.
#include <emmintrin.h>
#include <stdlib.h>

static unsigned char magnitude(const unsigned char *a, const unsigned char *b, const unsigned char *c)
{
    int gx = a[2] + 2 * b[2] + c[2] - a[0] - 2 * b[0] - c[0];
    int gy = c[0] + 2 * c[1] + c[2] - a[0] - 2 * a[1] - a[2];
    int m = abs(gx) + abs(gy);
    return m > 255 ? 255 : m;
}

void sobel_scalar(const unsigned char *a, const unsigned char *b, const unsigned char *c,
                  unsigned char *out, int w)
{
    for (int x = 1; x < w - 1; x++)
        out[x] = magnitude(a + x - 1, b + x - 1, c + x - 1);
}

static __m128i words(const unsigned char *p)
{
    return _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)p), _mm_setzero_si128());
}

static __m128i absolute(__m128i v) { return _mm_max_epi16(v, _mm_sub_epi16(_mm_setzero_si128(), v)); }

static __m128i weighted(const unsigned char *p, const unsigned char *q, const unsigned char *r)
{
    return _mm_add_epi16(_mm_add_epi16(words(p), words(r)), _mm_slli_epi16(words(q), 1));
}

static __m128i magnitudes(const unsigned char *a, const unsigned char *b, const unsigned char *c)
{
    __m128i gx = _mm_sub_epi16(weighted(a + 2, b + 2, c + 2), weighted(a, b, c));
    __m128i gy = _mm_sub_epi16(weighted(c, c + 1, c + 2), weighted(a, a + 1, a + 2));
    return _mm_add_epi16(absolute(gx), absolute(gy));
}

void sobel_sse2(const unsigned char *a, const unsigned char *b, const unsigned char *c,
                unsigned char *out, int w)
{
    int x = 1;
    for (; x + 8 <= w - 1; x += 8) {
        __m128i m = magnitudes(a + x - 1, b + x - 1, c + x - 1);
        _mm_storel_epi64((__m128i *)(out + x), _mm_packus_epi16(m, m));
    }
    for (; x < w - 1; x++)
        out[x] = magnitude(a + x - 1, b + x - 1, c + x - 1);
}

// Saturates to signed bytes.
void sobel_signed(const unsigned char *a, const unsigned char *b, const unsigned char *c,
                  unsigned char *out, int w)
{
    int x = 1;
    for (; x + 8 <= w - 1; x += 8) {
        __m128i m = magnitudes(a + x - 1, b + x - 1, c + x - 1);
        _mm_storel_epi64((__m128i *)(out + x), _mm_packs_epi16(m, m));
    }
    for (; x < w - 1; x++)
        out[x] = magnitude(a + x - 1, b + x - 1, c + x - 1);
}
