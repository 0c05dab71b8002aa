// simdiff: check --reference sum --port sum_sse --size n=3 => equivalent
// The lane that is never written is masked away: no finding.
#include <emmintrin.h>

int sum(const int *src, int n) {
    int total = 0;
    for (int i = 0; i < n; i++)
        total += src[i];
    return total;
}

int sum_sse(const int *src, int n) {
    int block[4];
    for (int i = 0; i < n; i++)
        block[i] = src[i];
    __m128i lanes = _mm_loadu_si128((const __m128i *)block);
    lanes = _mm_and_si128(lanes, _mm_setr_epi32(-1, -1, -1, 0));
    lanes = _mm_add_epi32(lanes, _mm_srli_si128(lanes, 8));
    lanes = _mm_add_epi32(lanes, _mm_srli_si128(lanes, 4));
    return _mm_cvtsi128_si32(lanes);
}
