// simdiff: check --reference apart_scalar --port apart_sse2 --size n=15..17 => equivalent
// simdiff: check --reference apart_scalar --port apart_wrong --size n=16 => different
// How many pixels are further apart than a threshold, which all lanes share.

#include <emmintrin.h>
#include <stdint.h>
#include <stdlib.h>

int apart_scalar(const uint8_t *a, const uint8_t *b, int threshold, int n) {
    int count = 0;
    for (int i = 0; i < n; i++)
        count += abs(a[i] - b[i]) > threshold;
    return count;
}

static inline int apart(const uint8_t *a, const uint8_t *b, int threshold, int n, int most) {
    int count = 0, i = 0;
    if (threshold >= 0 && threshold <= most) {
        for (; i + 16 <= n; i += 16) {
            __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
            __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
            __m128i distance = _mm_or_si128(_mm_subs_epu8(x, y), _mm_subs_epu8(y, x));
            __m128i above = _mm_subs_epu8(distance, _mm_set1_epi8((char)threshold));
            __m128i near = _mm_cmpeq_epi8(above, _mm_setzero_si128());
            count += 16 - __builtin_popcount(_mm_movemask_epi8(near));
        }
    }
    for (; i < n; i++)
        count += abs(a[i] - b[i]) > threshold;
    return count;
}

int apart_sse2(const uint8_t *a, const uint8_t *b, int threshold, int n) {
    return apart(a, b, threshold, n, 255);
}

// 256 becomes 0.
int apart_wrong(const uint8_t *a, const uint8_t *b, int threshold, int n) {
    return apart(a, b, threshold, n, 256);
}
