// Planted bugs before lanes are moved, in C++, where the names of intrinsics are mangled: each
// port is wrong in the line that says BUG.
#include <immintrin.h>
#include <stdint.h>

// check: samples
static int16_t sample(float x) {
    if (x >= 32766.5f)
        return 32767;
    if (x <= -32767.5f)
        return -32768;
    int16_t s = (int16_t)(x + .5f);
    s -= s < 0;
    return s;
}
void samples_ref(int16_t *__restrict dst, const float *__restrict src) {
    for (int i = 0; i < 4; i++)
        dst[2 * i] = sample(src[i] * 3.0f);
}
void samples_port(int16_t *__restrict dst, const float *__restrict src) {
    const __m128 high = _mm_set1_ps(32767.0f), low = _mm_set1_ps(-32768.0f);
    __m128 x = _mm_mul_ps(_mm_loadu_ps(src), _mm_set1_ps(3.0f));
    x = _mm_max_ps(_mm_min_ps(x, high), low);
    __m128i p = _mm_cvtps_epi32(x); // BUG
    p = _mm_packs_epi32(p, p);
    dst[0] = _mm_extract_epi16(p, 0);
    dst[2] = _mm_extract_epi16(p, 1);
    dst[4] = _mm_extract_epi16(p, 2);
    dst[6] = _mm_extract_epi16(p, 3);
}

// SSE2 has no such product.
static inline __m128i mullo(__m128i a, __m128i b) {
    __m128i even = _mm_mul_epu32(a, b);
    __m128i odd = _mm_mul_epu32(_mm_srli_si128(a, 4), _mm_srli_si128(b, 4));
    return _mm_unpacklo_epi32(_mm_shuffle_epi32(even, 0x88), _mm_shuffle_epi32(odd, 0x88));
}

// check: scaled n=8..8
void scaled_ref(const int16_t *src, const int32_t *by, int16_t *dst, int n) {
    for (int i = 0; i < n; i++) {
        int x = (src[i] * by[i] + 8) >> 4;
        dst[i] = x < -32768 ? -32768 : x > 32767 ? 32767 : x;
    }
}
void scaled_port(const int16_t *src, const int32_t *by, int16_t *dst, int n) {
    const __m128i eight = _mm_set1_epi32(8);
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i x = _mm_loadu_si128((const __m128i *)(src + i));
        __m128i sign = _mm_srai_epi16(x, 15);
        __m128i low = _mm_unpacklo_epi16(x, sign);
        __m128i high = _mm_unpackhi_epi16(x, _mm_setzero_si128()); // BUG
        low = mullo(low, _mm_loadu_si128((const __m128i *)(by + i)));
        high = mullo(high, _mm_loadu_si128((const __m128i *)(by + i + 4)));
        low = _mm_srai_epi32(_mm_add_epi32(low, eight), 4);
        high = _mm_srai_epi32(_mm_add_epi32(high, eight), 4);
        _mm_storeu_si128((__m128i *)(dst + i), _mm_packs_epi32(low, high));
    }
}
