// Planted bugs in the order of lanes: each port is wrong in the line that says BUG.
#include <immintrin.h>
#include <stdint.h>

// check: high n=16..16
void high_ref(const uint8_t *src, uint16_t *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = (uint16_t)(src[i] << 4);
}
void high_port(const uint8_t *src, uint16_t *dst, int n) {
    for (int i = 0; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(src + i)), zero = _mm_setzero_si128();
        __m128i lo = _mm_unpacklo_epi8(x, zero);
        __m128i hi = _mm_unpacklo_epi8(x, zero); // BUG
        _mm_storeu_si128((__m128i *)(dst + i), _mm_slli_epi16(lo, 4));
        _mm_storeu_si128((__m128i *)(dst + i + 8), _mm_slli_epi16(hi, 4));
    }
}

// check: crossed n=16..16
void crossed_ref(const uint8_t *src, uint16_t *dst, int n) { high_ref(src, dst, n); }
void crossed_port(const uint8_t *src, uint16_t *dst, int n) {
    for (int i = 0; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(src + i)), zero = _mm_setzero_si128();
        __m128i lo = _mm_unpacklo_epi8(zero, x); // BUG
        __m128i hi = _mm_unpackhi_epi8(x, zero);
        _mm_storeu_si128((__m128i *)(dst + i), _mm_slli_epi16(lo, 4));
        _mm_storeu_si128((__m128i *)(dst + i + 8), _mm_slli_epi16(hi, 4));
    }
}

// check: packed n=8..8
void packed_ref(const int32_t *src, int16_t *dst, int n) {
    for (int i = 0; i < n; i++) {
        int x = src[i];
        dst[i] = (int16_t)(x > 32767 ? 32767 : x < -32768 ? -32768 : x);
    }
}
void packed_port(const int32_t *src, int16_t *dst, int n) {
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i x = _mm_loadu_si128((const __m128i *)(src + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(src + i + 4));
        _mm_storeu_si128((__m128i *)(dst + i), _mm_packs_epi32(y, x)); // BUG
    }
}

// check: reversed n=4..4
void reversed_ref(const int32_t *src, int32_t *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = src[n - 1 - i] - 3;
}
void reversed_port(const int32_t *src, int32_t *dst, int n) {
    for (int i = 0; i + 4 <= n; i += 4) {
        __m128i x = _mm_loadu_si128((const __m128i *)(src + n - 4 - i));
        x = _mm_shuffle_epi32(x, _MM_SHUFFLE(0, 1, 3, 2)); // BUG
        _mm_storeu_si128((__m128i *)(dst + i), _mm_sub_epi32(x, _mm_set1_epi32(3)));
    }
}

// check: bytes n=16..16
void bytes_ref(const uint8_t *src, uint8_t *dst, int n) {
    for (int i = 0; i + 4 <= n; i += 4) {
        dst[i] = src[i + 2];
        dst[i + 1] = src[i + 1];
        dst[i + 2] = src[i];
        dst[i + 3] = src[i + 3];
    }
}
__attribute__((target("ssse3")))
void bytes_port(const uint8_t *src, uint8_t *dst, int n) {
    const __m128i order = _mm_setr_epi8(2, 1, 0, 3, 6, 5, 4, 7, 10, 9, 8, 11, 14, 13, 13, 15); // BUG
    for (int i = 0; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(src + i));
        _mm_storeu_si128((__m128i *)(dst + i), _mm_shuffle_epi8(x, order));
    }
}

// check: transposed
void transposed_ref(const int32_t src[16], int32_t dst[16]) {
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            dst[4 * i + j] = src[4 * j + i];
}
void transposed_port(const int32_t src[16], int32_t dst[16]) {
    __m128i a = _mm_loadu_si128((const __m128i *)src), b = _mm_loadu_si128((const __m128i *)(src + 4));
    __m128i c = _mm_loadu_si128((const __m128i *)(src + 8)), d = _mm_loadu_si128((const __m128i *)(src + 12));
    __m128i ab = _mm_unpacklo_epi32(a, b), AB = _mm_unpackhi_epi32(a, b);
    __m128i cd = _mm_unpacklo_epi32(c, d), CD = _mm_unpackhi_epi32(c, d);
    _mm_storeu_si128((__m128i *)dst, _mm_unpacklo_epi64(ab, cd));
    _mm_storeu_si128((__m128i *)(dst + 4), _mm_unpackhi_epi64(ab, cd));
    _mm_storeu_si128((__m128i *)(dst + 8), _mm_unpacklo_epi64(AB, CD));
    _mm_storeu_si128((__m128i *)(dst + 12), _mm_unpackhi_epi64(AB, cd)); // BUG
}

// check: neighbour n=16..16
void neighbour_ref(const uint8_t *src, uint8_t *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = src[i] > src[i + 1] ? src[i] : src[i + 1];
}
void neighbour_port(const uint8_t *src, uint8_t *dst, int n) {
    for (int i = 0; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(src + i));
        __m128i y = _mm_srli_si128(x, 1); // BUG
        _mm_storeu_si128((__m128i *)(dst + i), _mm_max_epu8(x, y));
    }
}

// check: stored n=8..8
void stored_ref(const int32_t *src, int32_t *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = src[i] ^ 0x55;
}
void stored_port(const int32_t *src, int32_t *dst, int n) {
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i k = _mm_set1_epi32(0x55);
        __m128i x = _mm_loadu_si128((const __m128i *)(src + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(src + i + 4));
        _mm_storeu_si128((__m128i *)(dst + i), _mm_xor_si128(x, k));
        _mm_storeu_si128((__m128i *)(dst + i + 2), _mm_xor_si128(y, k)); // BUG
    }
}

// check: wide n=8..8
void wide_ref(const int16_t *src, int32_t *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = src[i] * 11;
}
__attribute__((target("avx2")))
void wide_port(const int16_t *src, int32_t *dst, int n) {
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i x = _mm_loadu_si128((const __m128i *)(src + i));
        __m256i w = _mm256_cvtepu16_epi32(x); // BUG
        w = _mm256_mullo_epi32(w, _mm256_set1_epi32(11));
        _mm256_storeu_si256((__m256i *)(dst + i), w);
    }
}

// check: half_lane n=16..16
void half_lane_ref(const int32_t *src, int16_t *dst, int n) { packed_ref(src, dst, n); }
__attribute__((target("avx2")))
void half_lane_port(const int32_t *src, int16_t *dst, int n) {
    for (int i = 0; i + 16 <= n; i += 16) {
        __m256i x = _mm256_loadu_si256((const __m256i *)(src + i));
        __m256i y = _mm256_loadu_si256((const __m256i *)(src + i + 8));
        __m256i p = _mm256_packs_epi32(x, y);
        p = _mm256_permute4x64_epi64(p, _MM_SHUFFLE(3, 2, 1, 0)); // BUG
        _mm256_storeu_si256((__m256i *)(dst + i), p);
    }
}
