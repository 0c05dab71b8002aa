// An immediate that is no constant.
#include <immintrin.h>

void order(const int *src, int *dst, int n) {
    __m128i x = _mm_loadu_si128((const __m128i *)src);
    _mm_storeu_si128((__m128i *)dst, _mm_shuffle_epi32(x, n));
}
