// simdiff: check --reference shear_scalar --port shear_sse2 --size n=8..9 => equivalent
// simdiff: check --reference shear_scalar --port shear_joined --size n=8 => different
// Two products of bytes in fixed point, taken from a third byte. All inputs of
// an output are 40 bits; each product hangs on 16 of them.
#include <emmintrin.h>
#include <stdint.h>

void shear_scalar(const uint8_t *x, const int8_t *y, const int8_t *z, int8_t by, int8_t bz,
                  uint8_t *out, int n) {
    for (int i = 0; i < n; i++)
        out[i] = (uint8_t)(x[i] - (y[i] * by >> 5) - (z[i] * bz >> 5));
}

// Eight bytes, each in the upper half of 16 bits.
static __m128i upper(const void *p) {
    return _mm_unpacklo_epi8(_mm_setzero_si128(), _mm_loadl_epi64(p));
}

// (v << 8) (f << 3) >> 16 is v f >> 5.
static __m128i product(const void *p, int8_t f) {
    return _mm_mulhi_epi16(upper(p), _mm_set1_epi16((short)(f * 8)));
}

static void store(uint8_t *out, __m128i v) {
    v = _mm_and_si128(v, _mm_set1_epi16(0xff));
    _mm_storel_epi64((__m128i *)out, _mm_packus_epi16(v, v));
}

void shear_sse2(const uint8_t *x, const int8_t *y, const int8_t *z, int8_t by, int8_t bz,
                uint8_t *out, int n) {
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        __m128i v = _mm_srli_epi16(upper(x + i), 8);
        v = _mm_sub_epi16(v, product(y + i, by));
        store(out + i, _mm_sub_epi16(v, product(z + i, bz)));
    }
    shear_scalar(x + i, y + i, z + i, by, bz, out + i, n - i);
}

// Both products shifted at once: their sum loses less than each by itself.
void shear_joined(const uint8_t *x, const int8_t *y, const int8_t *z, int8_t by, int8_t bz,
                  uint8_t *out, int n) {
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        __m128i v = _mm_srai_epi16(upper(y + i), 8), w = _mm_srai_epi16(upper(z + i), 8);
        v = _mm_mullo_epi16(v, _mm_set1_epi16(by));
        w = _mm_mullo_epi16(w, _mm_set1_epi16(bz));
        w = _mm_srai_epi16(_mm_add_epi16(v, w), 5);
        store(out + i, _mm_sub_epi16(_mm_srli_epi16(upper(x + i), 8), w));
    }
    shear_scalar(x + i, y + i, z + i, by, bz, out + i, n - i);
}
