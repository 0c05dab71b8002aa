// simdiff: check --reference gains --port gains_sse --size n=1..13 => equivalent
// simdiff: check --reference gains --port gains_from_one --size n=8 => different
// simdiff: check --reference steps --port steps_in_four --size n=9 => equivalent
// simdiff: check --reference far --port far_sse --size n=16..17 => equivalent
// simdiff: check --reference far --port far_and_equal --size n=16 => different
// What is added where a condition holds, in any order.

#include <emmintrin.h>
#include <stdint.h>
#include <stdlib.h>

int gains(const int *a, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            sum += a[i];
    return sum;
}
int gains_sse(const int *a, int n) {
    __m128i sums = _mm_setzero_si128();
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        sums = _mm_add_epi32(sums, _mm_and_si128(x, _mm_cmpgt_epi32(x, _mm_setzero_si128())));
    }
    sums = _mm_add_epi32(sums, _mm_srli_si128(sums, 8));
    sums = _mm_add_epi32(sums, _mm_srli_si128(sums, 4));
    int sum = _mm_cvtsi128_si32(sums);
    for (; i < n; i++)
        sum += a[i] > 0 ? a[i] : 0;
    return sum;
}
int gains_from_one(const int *a, int n) {
    int sums[2] = {0, 0};
    for (int i = 0; i < n; i++)
        sums[i & 1] += a[i] > 1 ? a[i] : 0;
    return sums[0] + sums[1];
}

/* Either of two numbers, counted up or down. */
int steps(const int8_t *a, const int8_t *b, int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        if (a[i] < b[i])
            sum += b[i];
        else
            sum -= 1;
    return sum;
}
int steps_in_four(const int8_t *a, const int8_t *b, int n) {
    int sums[4] = {0, 0, 0, 0};
    for (int i = 0; i < n; i++)
        sums[i % 4] += a[i] < b[i] ? b[i] : -1;
    return (sums[3] + sums[1]) + (sums[2] + sums[0]);
}

/* Distances above a limit. */
unsigned far(const uint8_t *a, const uint8_t *b, int n, uint8_t limit) {
    unsigned sum = 0;
    for (int i = 0; i < n; i++) {
        int distance = abs(a[i] - b[i]);
        if (distance > limit)
            sum += distance;
    }
    return sum;
}
static unsigned far_by(const uint8_t *a, const uint8_t *b, int n, uint8_t limit, int least) {
    const __m128i zero = _mm_setzero_si128(), limits = _mm_set1_epi8((char)limit);
    __m128i sums = zero;
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        __m128i d = _mm_or_si128(_mm_subs_epu8(x, y), _mm_subs_epu8(y, x));
        __m128i near = least ? _mm_cmpeq_epi8(_mm_max_epu8(d, limits), limits)
                             : _mm_andnot_si128(_mm_cmpeq_epi8(d, limits),
                                                _mm_cmpeq_epi8(_mm_max_epu8(d, limits), limits));
        sums = _mm_add_epi64(sums, _mm_sad_epu8(_mm_andnot_si128(near, d), zero));
    }
    unsigned sum = _mm_cvtsi128_si32(sums) + _mm_extract_epi16(sums, 4);
    for (; i < n; i++) {
        int distance = abs(a[i] - b[i]);
        sum += distance > limit ? distance : 0;
    }
    return sum;
}
unsigned far_sse(const uint8_t *a, const uint8_t *b, int n, uint8_t limit) { return far_by(a, b, n, limit, 1); }
unsigned far_and_equal(const uint8_t *a, const uint8_t *b, int n, uint8_t limit) { return far_by(a, b, n, limit, 0); }
