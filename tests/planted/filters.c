// Planted bugs in filters: each port is wrong in the line that says BUG.
#include <immintrin.h>
#include <stdint.h>

static int clip(int x) { return x < 0 ? 0 : x > 255 ? 255 : x; }

// check: taps n=8..8
void taps_ref(const uint8_t *src, uint8_t *dst, int n) {
    for (int i = 0; i < n; i++) {
        int sum = src[i] - 5 * src[i + 1] + 20 * src[i + 2] + 20 * src[i + 3] - 5 * src[i + 4] + src[i + 5];
        dst[i] = (uint8_t)clip((sum + 16) >> 5);
    }
}
static __m128i widened(const uint8_t *p) {
    return _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)p), _mm_setzero_si128());
}
void taps_port(const uint8_t *src, uint8_t *dst, int n) {
    const __m128i c5 = _mm_set1_epi16(5);
    const __m128i c20 = _mm_set1_epi16(19); // BUG
    const __m128i round = _mm_set1_epi16(16);
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i outer = _mm_add_epi16(widened(src + i), widened(src + i + 5));
        __m128i near = _mm_add_epi16(widened(src + i + 1), widened(src + i + 4));
        __m128i centre = _mm_add_epi16(widened(src + i + 2), widened(src + i + 3));
        __m128i sum = _mm_sub_epi16(_mm_mullo_epi16(centre, c20), _mm_mullo_epi16(near, c5));
        sum = _mm_add_epi16(_mm_add_epi16(sum, outer), round);
        sum = _mm_srai_epi16(sum, 5);
        _mm_storel_epi64((__m128i *)(dst + i), _mm_packus_epi16(sum, sum));
    }
}

// check: place n=8..8
void place_ref(const uint8_t *src, uint8_t *dst, int n) {
    for (int i = 0; i < n; i++) {
        int sum = src[i] - 5 * src[i + 1] + 20 * src[i + 2] + 20 * src[i + 3] - 5 * src[i + 4] + src[i + 5];
        dst[i] = (uint8_t)clip((sum + 16) >> 5);
    }
}
void place_port(const uint8_t *src, uint8_t *dst, int n) {
    const __m128i c5 = _mm_set1_epi16(5), c20 = _mm_set1_epi16(20);
    const __m128i round = _mm_set1_epi16(16);
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i outer = _mm_add_epi16(widened(src + i), widened(src + i + 5));
        __m128i near = _mm_add_epi16(widened(src + i + 1),
                                     widened(src + i + 3)); // BUG
        __m128i centre = _mm_add_epi16(widened(src + i + 2), widened(src + i + 3));
        __m128i sum = _mm_sub_epi16(_mm_mullo_epi16(centre, c20), _mm_mullo_epi16(near, c5));
        sum = _mm_add_epi16(_mm_add_epi16(sum, outer), round);
        sum = _mm_srai_epi16(sum, 5);
        _mm_storel_epi64((__m128i *)(dst + i), _mm_packus_epi16(sum, sum));
    }
}

// check: shift n=8..8
void shift_ref(const uint8_t *src, uint8_t *dst, int n) {
    for (int i = 0; i < n; i++) {
        int sum = src[i] - 5 * src[i + 1] + 20 * src[i + 2] + 20 * src[i + 3] - 5 * src[i + 4] + src[i + 5];
        dst[i] = (uint8_t)clip((sum + 16) >> 5);
    }
}
void shift_port(const uint8_t *src, uint8_t *dst, int n) {
    const __m128i c5 = _mm_set1_epi16(5), c20 = _mm_set1_epi16(20);
    const __m128i round = _mm_set1_epi16(16);
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i outer = _mm_add_epi16(widened(src + i), widened(src + i + 5));
        __m128i near = _mm_add_epi16(widened(src + i + 1), widened(src + i + 4));
        __m128i centre = _mm_add_epi16(widened(src + i + 2), widened(src + i + 3));
        __m128i sum = _mm_sub_epi16(_mm_mullo_epi16(centre, c20), _mm_mullo_epi16(near, c5));
        sum = _mm_add_epi16(_mm_add_epi16(sum, outer), round);
        sum = _mm_srai_epi16(sum, 4); // BUG
        _mm_storel_epi64((__m128i *)(dst + i), _mm_packus_epi16(sum, sum));
    }
}

// check: logical n=8..8
void logical_ref(const uint8_t *src, uint8_t *dst, int n) {
    for (int i = 0; i < n; i++) {
        int sum = src[i] - 5 * src[i + 1] + 20 * src[i + 2] + 20 * src[i + 3] - 5 * src[i + 4] + src[i + 5];
        dst[i] = (uint8_t)clip((sum + 16) >> 5);
    }
}
void logical_port(const uint8_t *src, uint8_t *dst, int n) {
    const __m128i c5 = _mm_set1_epi16(5), c20 = _mm_set1_epi16(20);
    const __m128i round = _mm_set1_epi16(16);
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i outer = _mm_add_epi16(widened(src + i), widened(src + i + 5));
        __m128i near = _mm_add_epi16(widened(src + i + 1), widened(src + i + 4));
        __m128i centre = _mm_add_epi16(widened(src + i + 2), widened(src + i + 3));
        __m128i sum = _mm_sub_epi16(_mm_mullo_epi16(centre, c20), _mm_mullo_epi16(near, c5));
        sum = _mm_add_epi16(_mm_add_epi16(sum, outer), round);
        sum = _mm_srli_epi16(sum, 5); // BUG
        _mm_storel_epi64((__m128i *)(dst + i), _mm_packus_epi16(sum, sum));
    }
}

// check: swapped n=8..8
void swapped_ref(const uint8_t *src, uint8_t *dst, int n) {
    for (int i = 0; i < n; i++) {
        int sum = src[i] - 5 * src[i + 1] + 20 * src[i + 2] + 20 * src[i + 3] - 5 * src[i + 4] + src[i + 5];
        dst[i] = (uint8_t)clip((sum + 16) >> 5);
    }
}
void swapped_port(const uint8_t *src, uint8_t *dst, int n) {
    const __m128i c5 = _mm_set1_epi16(5), c20 = _mm_set1_epi16(20);
    const __m128i round = _mm_set1_epi16(16);
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i outer = _mm_add_epi16(widened(src + i), widened(src + i + 5));
        __m128i near = _mm_add_epi16(widened(src + i + 1), widened(src + i + 4));
        __m128i centre = _mm_add_epi16(widened(src + i + 2), widened(src + i + 3));
        __m128i sum = _mm_sub_epi16(_mm_mullo_epi16(near, c5), _mm_mullo_epi16(centre, c20)); // BUG
        sum = _mm_add_epi16(_mm_add_epi16(sum, outer), round);
        sum = _mm_srai_epi16(sum, 5);
        _mm_storel_epi64((__m128i *)(dst + i), _mm_packus_epi16(sum, sum));
    }
}

// check: narrow n=8..8
void narrow_ref(const uint8_t *src, uint8_t *dst, int n) {
    for (int i = 0; i < n; i++) {
        int sum = src[i] - 5 * src[i + 1] + 20 * src[i + 2] + 20 * src[i + 3] - 5 * src[i + 4] + src[i + 5];
        dst[i] = (uint8_t)clip((sum + 16) >> 5);
    }
}
void narrow_port(const uint8_t *src, uint8_t *dst, int n) {
    const __m128i c5 = _mm_set1_epi16(5), c20 = _mm_set1_epi16(20);
    const __m128i round = _mm_set1_epi16(16);
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i outer = _mm_add_epi16(widened(src + i), widened(src + i + 5));
        __m128i near = _mm_add_epi16(widened(src + i + 1), widened(src + i + 4));
        __m128i centre = _mm_add_epi16(widened(src + i + 2), widened(src + i + 3));
        __m128i sum = _mm_sub_epi16(_mm_mullo_epi16(centre, c20), _mm_mullo_epi16(near, c5));
        sum = _mm_add_epi16(_mm_add_epi16(sum, outer), round);
        sum = _mm_srai_epi16(sum, 5);
        _mm_storel_epi64((__m128i *)(dst + i), _mm_packs_epi16(sum, sum)); // BUG
    }
}

// check: unsigned_unpack n=8..8
void unsigned_unpack_ref(const int8_t *src, int16_t *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = (int16_t)(3 * src[i] + 7);
}
void unsigned_unpack_port(const int8_t *src, int16_t *dst, int n) {
    for (int i = 0; i + 8 <= n; i += 8) {
        __m128i x = _mm_loadl_epi64((const __m128i *)(src + i));
        __m128i w = _mm_unpacklo_epi8(x, _mm_setzero_si128()); // BUG
        __m128i y = _mm_mullo_epi16(w, _mm_set1_epi16(3));
        _mm_storeu_si128((__m128i *)(dst + i), _mm_add_epi16(y, _mm_set1_epi16(7)));
    }
}

// check: tail n=6..6
void tail_ref(const int32_t *a, const int32_t *b, int32_t *dst, int n) {
    for (int i = 0; i < n; i++)
        dst[i] = a[i] + 2 * b[i];
}
void tail_port(const int32_t *a, const int32_t *b, int32_t *dst, int n) {
    for (int i = 0; i + 4 <= n; i += 4) { // BUG
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        _mm_storeu_si128((__m128i *)(dst + i), _mm_add_epi32(x, _mm_slli_epi32(y, 1)));
    }
}

// check: bound n=7..7
void bound_ref(const int32_t *a, const int32_t *b, int32_t *dst, int n) { tail_ref(a, b, dst, n); }
void bound_port(const int32_t *a, const int32_t *b, int32_t *dst, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        _mm_storeu_si128((__m128i *)(dst + i), _mm_add_epi32(x, _mm_slli_epi32(y, 1)));
    }
    for (; i < n - 1; i++) // BUG
        dst[i] = a[i] + 2 * b[i];
}

// check: tail_formula n=7..7
void tail_formula_ref(const int32_t *a, const int32_t *b, int32_t *dst, int n) {
    tail_ref(a, b, dst, n);
}
void tail_formula_port(const int32_t *a, const int32_t *b, int32_t *dst, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        _mm_storeu_si128((__m128i *)(dst + i), _mm_add_epi32(x, _mm_slli_epi32(y, 1)));
    }
    for (; i < n; i++)
        dst[i] = b[i] + 2 * a[i]; // BUG
}
