// simdiff: check --reference negate --port negate_peeled --size n=1..9 => equivalent "every place that the alignment allows was executed"
// simdiff: check --reference negate --port negate_skewed --size n=5..9 => different
// simdiff: check --reference negate --port negate_other --size n=6..9 => defect "misaligned-write"
// simdiff: check --reference negate --port negate_peeled --size n=5 --arg 'dst=align:16' => equivalent
// simdiff: check --reference negate --port negate_half_aligned --size n=4 => defect "misaligned-write"
// Elements up to the first aligned place are done one by one: how many depends on
// where the buffer starts, and every such place is tried.
#include <emmintrin.h>
#include <stdint.h>

void negate(const int *src, int *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = -src[i];
}

static void whole(const int *src, int *dst, int i, int n) {
    for (; i + 4 <= n; i += 4) {
        __m128i x = _mm_loadu_si128((const __m128i *)(src + i));
        _mm_store_si128((__m128i *)(dst + i), _mm_sub_epi32(_mm_setzero_si128(), x));
    }
    for (; i < n; i++) dst[i] = -src[i];
}

void negate_peeled(const int *src, int *dst, int n) {
    int i = 0;
    for (; i < n && ((uintptr_t)(dst + i) & 15); i++) dst[i] = -src[i];
    whole(src, dst, i, n);
}

// Wrong only where the buffer starts 8 bytes before an aligned place.
void negate_skewed(const int *src, int *dst, int n) {
    int i = 0, before = ((uintptr_t)dst & 15) == 8 ? 2 : 0;
    for (; i < n && ((uintptr_t)(dst + i) & 15); i++) dst[i] = -src[i + before - before / 2 * 2] + before / 2;
    whole(src, dst, i, n);
}

// Looks at the wrong buffer.
void negate_other(const int *src, int *dst, int n) {
    int i = 0;
    for (; i < n && ((uintptr_t)(src + i) & 15); i++) dst[i] = -src[i];
    whole(src, dst, i, n);
}

// Asks for 8 bytes where the stores need 16.
void negate_half_aligned(const int *src, int *dst, int n) {
    int i = ((uintptr_t)dst & 7) ? n : 0;
    for (int k = 0; k < i; k++) dst[k] = -src[k];
    whole(src, dst, i, n);
}
