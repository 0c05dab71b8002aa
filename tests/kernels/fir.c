// simdiff: check --reference fir_scalar --port fir_sse2 --arg 'c=in:i16[4]' --size n=2 => equivalent
// simdiff: check --reference fir_scalar --port fir_truncated --arg 'c=in:i16[4]' --size n=2 => different "fixed-point"
// Four products summed in pairs, rounded and saturated by comparisons or by a
// pack: the same sum, cut and compared in two ways.
#include <emmintrin.h>

void fir_scalar(const short *x, const short *c, short *out, int n)
{
    for (int i = 0; i < n; i++) {
        unsigned sum = 0;
        for (int k = 0; k < 4; k++)
            sum += (unsigned)(x[i + k] * c[k]);
        int s = (int)(sum + (1 << 14)) >> 15;
        out[i] = s > 32767 ? 32767 : s < -32768 ? -32768 : s;
    }
}

static short filtered(const short *x, const short *c, int bias)
{
    __m128i p = _mm_madd_epi16(_mm_loadl_epi64((const __m128i *)x), _mm_loadl_epi64((const __m128i *)c));
    p = _mm_add_epi32(p, _mm_shuffle_epi32(p, 1));
    p = _mm_srai_epi32(_mm_add_epi32(p, _mm_set1_epi32(bias)), 15);
    return (short)_mm_cvtsi128_si32(_mm_packs_epi32(p, p));
}

void fir_sse2(const short *x, const short *c, short *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = filtered(x + i, c, 1 << 14);
}

void fir_truncated(const short *x, const short *c, short *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = filtered(x + i, c, 0);
}
