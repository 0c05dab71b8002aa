// Planted bugs in comparisons, masks and floats: each port is wrong in the line that says
// BUG.
#include <immintrin.h>
#include <math.h>
#include <stdint.h>

// check: strict n=16..16
void strict_ref(const uint8_t *src, uint8_t *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = src[i] >= 100 ? 255 : 0;
}
void strict_port(const uint8_t *src, uint8_t *dst, int n) {
    const __m128i flip = _mm_set1_epi8((char)0x80);
    const __m128i limit = _mm_set1_epi8((char)(100 ^ 0x80)); // BUG
    for (int i = 0; i + 16 <= n; i += 16) {
        __m128i x = _mm_xor_si128(_mm_loadu_si128((const __m128i *)(src + i)), flip);
        _mm_storeu_si128((__m128i *)(dst + i), _mm_cmpgt_epi8(x, limit));
    }
}

// check: sign n=16..16
void sign_ref(const uint8_t *a, const uint8_t *b, uint8_t *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = a[i] > b[i] ? a[i] : b[i];
}
void sign_port(const uint8_t *a, const uint8_t *b, uint8_t *dst, int n) {
    for (int i = 0; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        __m128i m = _mm_cmpgt_epi8(x, y); // BUG
        __m128i r = _mm_or_si128(_mm_and_si128(m, x), _mm_andnot_si128(m, y));
        _mm_storeu_si128((__m128i *)(dst + i), r);
    }
}

// check: arms n=8..8
void arms_ref(const int16_t *a, const int16_t *b, int16_t *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = (int16_t)(a[i] < b[i] ? a[i] + 1 : b[i] - 1);
}
void arms_port(const int16_t *a, const int16_t *b, int16_t *dst, int n) {
    const __m128i one = _mm_set1_epi16(1);
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        __m128i less = _mm_cmplt_epi16(x, y);
        __m128i up = _mm_add_epi16(x, one), down = _mm_sub_epi16(y, one);
        __m128i r = _mm_or_si128(_mm_andnot_si128(less, up), _mm_and_si128(less, down)); // BUG
        _mm_storeu_si128((__m128i *)(dst + i), r);
    }
}

// check: mask n=4..4
void mask_ref(const uint32_t *src, uint32_t *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = (src[i] & 0x00ff00ffu) + ((src[i] >> 8) & 0x00ff00ffu);
}
void mask_port(const uint32_t *src, uint32_t *dst, int n) {
    const __m128i even = _mm_set1_epi32(0x00ff00ff);
    for (int i = 0; i + 4 <= n; i += 4) {
        __m128i x = _mm_loadu_si128((const __m128i *)(src + i));
        __m128i lo = _mm_and_si128(x, even);
        __m128i hi = _mm_and_si128(_mm_srli_epi32(x, 8), _mm_set1_epi32(0x00ff007f)); // BUG
        _mm_storeu_si128((__m128i *)(dst + i), _mm_add_epi32(lo, hi));
    }
}

// check: clamp n=8..8
void clamp_ref(const int16_t *src, int16_t *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = (int16_t)(src[i] < -512 ? -512 : src[i] > 511 ? 511 : src[i]);
}
void clamp_port(const int16_t *src, int16_t *dst, int n) {
    const __m128i low = _mm_set1_epi16(-512);
    const __m128i high = _mm_set1_epi16(512); // BUG
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i x = _mm_loadu_si128((const __m128i *)(src + i));
        x = _mm_min_epi16(_mm_max_epi16(x, low), high);
        _mm_storeu_si128((__m128i *)(dst + i), x);
    }
}

// check: truncated n=4..4
void truncated_ref(const float *src, int32_t *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = (int32_t)(src[i] * 4.0f);
}
void truncated_port(const float *src, int32_t *dst, int n) {
    const __m128 four = _mm_set1_ps(4.0f);
    for (int i = 0; i + 4 <= n; i += 4) {
        __m128 x = _mm_mul_ps(_mm_loadu_ps(src + i), four);
        __m128i r = _mm_cvtps_epi32(x); // BUG
        _mm_storeu_si128((__m128i *)(dst + i), r);
    }
}

// check: scale n=4..4
void scale_ref(const float *a, const float *b, float *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = (a[i] - b[i]) * 0.25f + b[i];
}
void scale_port(const float *a, const float *b, float *dst, int n) {
    const __m128 k = _mm_set1_ps(0.5f); // BUG
    for (int i = 0; i + 4 <= n; i += 4) {
        __m128 x = _mm_loadu_ps(a + i), y = _mm_loadu_ps(b + i);
        _mm_storeu_ps(dst + i, _mm_add_ps(_mm_mul_ps(_mm_sub_ps(x, y), k), y));
    }
}

// check: minuend n=4..4
void minuend_ref(const float *a, const float *b, float *dst, int n) { scale_ref(a, b, dst, n); }
void minuend_port(const float *a, const float *b, float *dst, int n) {
    const __m128 k = _mm_set1_ps(0.25f);
    for (int i = 0; i + 4 <= n; i += 4) {
        __m128 x = _mm_loadu_ps(a + i), y = _mm_loadu_ps(b + i);
        __m128 d = _mm_sub_ps(y, x); // BUG
        _mm_storeu_ps(dst + i, _mm_add_ps(_mm_mul_ps(d, k), y));
    }
}

// check: variable n=4..4
void variable_ref(const float *a, const float *b, float *dst, int n) { scale_ref(a, b, dst, n); }
void variable_port(const float *a, const float *b, float *dst, int n) {
    const __m128 k = _mm_set1_ps(0.25f);
    for (int i = 0; i + 4 <= n; i += 4) {
        __m128 x = _mm_loadu_ps(a + i), y = _mm_loadu_ps(b + i);
        __m128 d = _mm_mul_ps(_mm_sub_ps(x, y), k);
        _mm_storeu_ps(dst + i, _mm_add_ps(d, x)); // BUG
    }
}

// check: absolute n=4..4
void absolute_ref(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = fabsf(src[i]) + 1.0f;
}
void absolute_port(const float *src, float *dst, int n) {
    const __m128 sign = _mm_castsi128_ps(_mm_set1_epi32((int)0x80000000));
    for (int i = 0; i + 4 <= n; i += 4) {
        __m128 x = _mm_and_ps(sign, _mm_loadu_ps(src + i)); // BUG
        _mm_storeu_ps(dst + i, _mm_add_ps(x, _mm_set1_ps(1.0f)));
    }
}
