// simdiff: check --reference clamped --port clamped_sse => equivalent
// simdiff: check --reference clamped --port clamped_lower => different
// A product clamped to a byte by branches, and by minima and maxima before the
// conversion: proved below 0, between, above 255 and for NaNs, each by itself.

#include <emmintrin.h>
#include <stdint.h>

uint8_t clamped(float x, float y) {
    float v = x * y;
    if (v < 0)
        return 0;
    if (v > 255)
        return 255;
    return (uint8_t)_mm_cvttss_si32(_mm_set_ss(v));
}

static inline uint8_t within(float x, float y, float top) {
    __m128 v = _mm_mul_ss(_mm_set_ss(x), _mm_set_ss(y));
    v = _mm_max_ss(v, _mm_setzero_ps());
    v = _mm_min_ss(v, _mm_set_ss(top));
    return (uint8_t)_mm_cvttss_si32(v);
}

uint8_t clamped_sse(float x, float y) { return within(x, y, 255); }

uint8_t clamped_lower(float x, float y) { return within(x, y, 254); }
