// Planted bugs in sums and dot products: each port is wrong in the line that says BUG.
#include <immintrin.h>
#include <stdint.h>
#include <stdlib.h>

static int32_t across(__m128i v) {
    v = _mm_add_epi32(v, _mm_srli_si128(v, 8));
    v = _mm_add_epi32(v, _mm_srli_si128(v, 4));
    return _mm_cvtsi128_si32(v);
}

// check: half n=8..8
int32_t half_ref(const int16_t *a, const int16_t *b, int n) {
    int32_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}
static int32_t across_half(__m128i v) {
    v = _mm_add_epi32(v, _mm_srli_si128(v, 8));
    v = _mm_add_epi32(v, _mm_srli_si128(v, 8)); // BUG
    return _mm_cvtsi128_si32(v);
}
int32_t half_port(const int16_t *a, const int16_t *b, int n) {
    __m128i acc = _mm_setzero_si128();
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        acc = _mm_add_epi32(acc, _mm_madd_epi16(x, y));
    }
    return across_half(acc);
}

// check: stale n=16..16
int32_t stale_ref(const int16_t *a, const int16_t *b, int n) { return half_ref(a, b, n); }
int32_t stale_port(const int16_t *a, const int16_t *b, int n) {
    __m128i acc0 = _mm_setzero_si128(), acc1 = _mm_setzero_si128();
    for (int i = 0; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        __m128i z = _mm_loadu_si128((const __m128i *)(a + i + 8));
        __m128i w = _mm_loadu_si128((const __m128i *)(b + i + 8));
        acc0 = _mm_add_epi32(acc0, _mm_madd_epi16(x, y));
        acc1 = _mm_add_epi32(acc1, _mm_madd_epi16(z, w));
    }
    return across(_mm_add_epi32(acc0, acc0)); // BUG
}

// check: operand n=8..8
int32_t operand_ref(const int16_t *a, const int16_t *b, int n) { return half_ref(a, b, n); }
int32_t operand_port(const int16_t *a, const int16_t *b, int n) {
    __m128i acc = _mm_setzero_si128();
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        acc = _mm_add_epi32(acc, _mm_madd_epi16(x, x)); // BUG
        (void)y;
    }
    return across(acc);
}

// check: difference n=16..16
uint32_t difference_ref(const uint8_t *a, const uint8_t *b, int n) {
    uint32_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += (uint32_t)abs(a[i] - b[i]);
    return sum;
}
uint32_t difference_port(const uint8_t *a, const uint8_t *b, int n) {
    __m128i acc = _mm_setzero_si128();
    for (int i = 0; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        __m128i d = _mm_or_si128(_mm_subs_epu8(x, y),
                                 _mm_subs_epu8(x, y)); // BUG
        acc = _mm_add_epi64(acc, _mm_sad_epu8(d, _mm_setzero_si128()));
    }
    return (uint32_t)(_mm_cvtsi128_si32(acc) + _mm_cvtsi128_si32(_mm_srli_si128(acc, 8)));
}

// check: upper n=16..16
uint32_t upper_ref(const uint8_t *a, const uint8_t *b, int n) { return difference_ref(a, b, n); }
uint32_t upper_port(const uint8_t *a, const uint8_t *b, int n) {
    __m128i acc = _mm_setzero_si128();
    for (int i = 0; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        acc = _mm_add_epi64(acc, _mm_sad_epu8(x, y));
    }
    return (uint32_t)_mm_cvtsi128_si32(acc); // BUG
}

// check: start n=4..4
int32_t start_ref(const int32_t *a, int n) {
    int32_t sum = 100;
    for (int i = 0; i < n; i++)
        sum += a[i];
    return sum;
}
int32_t start_port(const int32_t *a, int n) {
    __m128i acc = _mm_set1_epi32(100); // BUG
    for (int i = 0; i + 4 <= n; i += 4)
        acc = _mm_add_epi32(acc, _mm_loadu_si128((const __m128i *)(a + i)));
    return across(acc);
}

// check: wrapping n=8..8
void wrapping_ref(const int16_t *a, const int16_t *b, int16_t *dst, int n) {
    for (int i = 0; i < n; i++) {
        int s = a[i] + b[i];
        dst[i] = (int16_t)(s > 32767 ? 32767 : s < -32768 ? -32768 : s);
    }
}
void wrapping_port(const int16_t *a, const int16_t *b, int16_t *dst, int n) {
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        __m128i s = _mm_add_epi16(x, y); // BUG
        _mm_storeu_si128((__m128i *)(dst + i), s);
    }
}

// check: unsigned_sat n=8..8
void unsigned_sat_ref(const int16_t *a, const int16_t *b, int16_t *dst, int n) {
    wrapping_ref(a, b, dst, n);
}
void unsigned_sat_port(const int16_t *a, const int16_t *b, int16_t *dst, int n) {
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        __m128i s = _mm_adds_epu16(x, y); // BUG
        _mm_storeu_si128((__m128i *)(dst + i), s);
    }
}

// check: reset n=8..8
void reset_ref(const int32_t *a, int32_t *dst, int n) {
    for (int row = 0; row < 2; row++) {
        int32_t sum = 0;
        for (int i = 0; i < n; i++)
            sum += a[row * n + i];
        dst[row] = sum;
    }
}
void reset_port(const int32_t *a, int32_t *dst, int n) {
    __m128i acc = _mm_setzero_si128();
    for (int row = 0; row < 2; row++) {
        for (int i = 0; i + 4 <= n; i += 4)
            acc = _mm_add_epi32(acc, _mm_loadu_si128((const __m128i *)(a + row * n + i))); // BUG
        dst[row] = across(acc);
    }
}

// check: mean n=16..16
void mean_ref(const uint8_t *a, const uint8_t *b, uint8_t *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = (uint8_t)((a[i] + b[i]) >> 1);
}
void mean_port(const uint8_t *a, const uint8_t *b, uint8_t *dst, int n) {
    for (int i = 0; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        __m128i m = _mm_avg_epu8(x, y); // BUG
        _mm_storeu_si128((__m128i *)(dst + i), m);
    }
}
