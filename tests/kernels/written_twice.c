// simdiff: check --reference slope --port slope_of_two_rows => different "written_twice.c:27:" "they agree with `c` in place of `a` here"
// simdiff: check --reference not_above --port not_above_sse => different "written_twice.c:41:" "in place of"
// Of two lines with the same text, one of which should be another one, the later is named: the copy that
// was not adapted. A comparison that is true of a NaN is at fault, not what counts its results.

#include <emmintrin.h>
#include <stdint.h>

void slope(int16_t *d, const uint8_t *a, const uint8_t *b, const uint8_t *c, int n) {
    for (int i = 0; i < n; i++)
        d[i] = (int16_t)((a[i + 2] - a[i]) + 2 * (b[i + 2] - b[i]) + (c[i + 2] - c[i]));
}

static __m128i wide(const uint8_t *p) {
    return _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)p), _mm_setzero_si128());
}

static __m128i across(const uint8_t *p) { return _mm_sub_epi16(wide(p + 2), wide(p)); }

void slope_of_two_rows(int16_t *d, const uint8_t *a, const uint8_t *b, const uint8_t *c, int n) {
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        __m128i sum = across(b + i);
        sum = _mm_add_epi16(sum, sum);
        sum = _mm_add_epi16(sum, across(a + i));
        // The third row.
        sum = _mm_add_epi16(sum, across(a + i));
        _mm_storeu_si128((__m128i *)(d + i), sum);
    }
    for (; i < n; i++)
        d[i] = (int16_t)((a[i + 2] - a[i]) + 2 * (b[i + 2] - b[i]) + (c[i + 2] - c[i]));
}

void not_above(int32_t *d, const float *x, const float *y) {
    for (int i = 0; i < 4; i++)
        d[i] = x[i] <= y[i];
}

void not_above_sse(int32_t *d, const float *x, const float *y) {
    // True of a NaN.
    __m128 mask = _mm_cmpngt_ps(_mm_loadu_ps(x), _mm_loadu_ps(y));
    __m128i one = _mm_and_si128(_mm_castps_si128(mask), _mm_set1_epi32(1));
    _mm_storeu_si128((__m128i *)d, one);
}
