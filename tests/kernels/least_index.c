// simdiff: check --reference least_scalar --port least_sse41 --size n=7..9 => equivalent
// simdiff: check --reference least_scalar --port least_last --size n=8 => different
// The index of the first of the smallest values: only their order counts, so
// eight of them are decided with three bits each. Of equal values in unlike
// lanes the first index must win.

#include <smmintrin.h>
#include <stdint.h>

static inline int rest(const int32_t *x, int i, int n, int32_t value, int index) {
    for (; i < n; i++)
        if (x[i] < value) {
            value = x[i];
            index = i;
        }
    return index;
}

int least_scalar(const int32_t *x, int n) { return rest(x, 1, n, x[0], 0); }

__attribute__((target("sse4.1"))) static inline int least(const int32_t *x, int n, int ties) {
    if (n < 4)
        return least_scalar(x, n);
    __m128i value = _mm_loadu_si128((const __m128i *)x);
    __m128i at = _mm_setr_epi32(0, 1, 2, 3), index = at;
    int i = 4;
    for (; i + 4 <= n; i += 4) {
        at = _mm_add_epi32(at, _mm_set1_epi32(4));
        __m128i v = _mm_loadu_si128((const __m128i *)(x + i));
        index = _mm_blendv_epi8(index, at, _mm_cmpgt_epi32(value, v));
        value = _mm_min_epi32(value, v);
    }
    int32_t values[4], indices[4];
    _mm_storeu_si128((__m128i *)values, value);
    _mm_storeu_si128((__m128i *)indices, index);
    int32_t best = values[0], first = indices[0];
    for (int k = 1; k < 4; k++)
        if (values[k] < best || (ties && values[k] == best && indices[k] < first)) {
            best = values[k];
            first = indices[k];
        }
    return rest(x, i, n, best, first);
}

__attribute__((target("sse4.1"))) int least_sse41(const int32_t *x, int n) {
    return least(x, n, 1);
}

__attribute__((target("sse4.1"))) int least_last(const int32_t *x, int n) {
    return least(x, n, 0);
}
