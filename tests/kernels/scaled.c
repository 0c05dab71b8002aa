// simdiff: check --reference scaled --port scaled_sse2 --size n=4 => equivalent
// simdiff: check --reference scaled --port scaled_flushed --size n=4 => different
// ldexp by bytes, and by exponents put together of bits: exact down to 2^-126.

#include <emmintrin.h>
#include <math.h>
#include <stdint.h>

void scaled(const float *x, const int8_t *by, float *out, int n) {
    for (int i = 0; i < n; i++)
        out[i] = x[i] * ldexpf(1, by[i]);
}

static inline void by_bits(const float *x, const int8_t *by, float *out, int n, int least) {
    for (int i = 0; i < n; i += 4) {
        __m128i exponent = _mm_setr_epi32(by[i], by[i + 1], by[i + 2], by[i + 3]);
        __m128i tiny = _mm_cmplt_epi32(exponent, _mm_set1_epi32(-126));
        __m128i normal = _mm_slli_epi32(_mm_add_epi32(exponent, _mm_set1_epi32(127)), 23);
        // 2^-127 and 2^-128 are subnormal: 2^22 and 2^21 units of the last place.
        __m128i subnormal = _mm_andnot_si128(
            _mm_cmplt_epi32(exponent, _mm_set1_epi32(least)),
            _mm_slli_epi32(_mm_add_epi32(exponent, _mm_set1_epi32(129)), 21));
        __m128i bits = _mm_or_si128(_mm_and_si128(tiny, subnormal), _mm_andnot_si128(tiny, normal));
        _mm_storeu_ps(out + i, _mm_mul_ps(_mm_loadu_ps(x + i), _mm_castsi128_ps(bits)));
    }
}

void scaled_sse2(const float *x, const int8_t *by, float *out, int n) { by_bits(x, by, out, n, -128); }
void scaled_flushed(const float *x, const int8_t *by, float *out, int n) { by_bits(x, by, out, n, -126); }
