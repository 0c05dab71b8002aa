// simdiff: check --reference inverse --port inverse_sse2 --arg 'c=in:i16[16] in -1000..1000' --arg 'out=inout:u8[16]' => equivalent
// simdiff: check --reference inverse --port inverse_sse2 --arg 'c=in:i16[16]' --arg 'out=inout:u8[16]' => different
// Butterflies with halves rounded down, in 32 bits and in 16: the same sums as long
// as the coefficients are small.
#include <emmintrin.h>
#include <stdint.h>
#include <string.h>

static void butterfly(int *x, int step)
{
    int a = x[0] + x[2 * step], b = x[0] - x[2 * step];
    int c = (x[step] >> 1) - x[3 * step], d = x[step] + (x[3 * step] >> 1);
    x[0] = a + d;
    x[step] = b + c;
    x[2 * step] = b - c;
    x[3 * step] = a - d;
}

void inverse(const int16_t *c, uint8_t *out)
{
    int x[16];
    for (int i = 0; i < 16; i++)
        x[i] = c[i];
    for (int i = 0; i < 4; i++)
        butterfly(x + 4 * i, 1);
    for (int i = 0; i < 4; i++)
        butterfly(x + i, 4);
    for (int i = 0; i < 16; i++) {
        int v = out[i] + ((x[i] + 32) >> 6);
        out[i] = (uint8_t)(v < 0 ? 0 : v > 255 ? 255 : v);
    }
}

static void butterflies(__m128i *r)
{
    __m128i a = _mm_add_epi16(r[0], r[2]), b = _mm_sub_epi16(r[0], r[2]);
    __m128i c = _mm_sub_epi16(_mm_srai_epi16(r[1], 1), r[3]);
    __m128i d = _mm_add_epi16(r[1], _mm_srai_epi16(r[3], 1));
    r[0] = _mm_add_epi16(a, d);
    r[1] = _mm_add_epi16(b, c);
    r[2] = _mm_sub_epi16(b, c);
    r[3] = _mm_sub_epi16(a, d);
}

static void transpose(__m128i *r)
{
    __m128i a = _mm_unpacklo_epi16(r[0], r[1]), b = _mm_unpacklo_epi16(r[2], r[3]);
    r[0] = _mm_unpacklo_epi32(a, b);
    r[1] = _mm_srli_si128(r[0], 8);
    r[2] = _mm_unpackhi_epi32(a, b);
    r[3] = _mm_srli_si128(r[2], 8);
}

void inverse_sse2(const int16_t *c, uint8_t *out)
{
    __m128i r[4];
    for (int i = 0; i < 4; i++)
        r[i] = _mm_loadl_epi64((const __m128i *)(c + 4 * i));
    transpose(r);
    butterflies(r);
    transpose(r);
    butterflies(r);
    for (int i = 0; i < 4; i++) {
        int32_t four;
        memcpy(&four, out + 4 * i, 4);
        __m128i v = _mm_unpacklo_epi8(_mm_cvtsi32_si128(four), _mm_setzero_si128());
        v = _mm_add_epi16(v, _mm_srai_epi16(_mm_add_epi16(r[i], _mm_set1_epi16(32)), 6));
        four = _mm_cvtsi128_si32(_mm_packus_epi16(v, v));
        memcpy(out + 4 * i, &four, 4);
    }
}
