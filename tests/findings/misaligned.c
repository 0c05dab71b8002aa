// simdiff: check --reference sum --port sum_sse --size n=5 => defect misaligned-read
#include <emmintrin.h>

int sum(const int *src, int n) {
    int total = 0;
    for (int i = 1; i < n; i++)
        total += src[i];
    return total;
}

int sum_sse(const int *src, int n) {
    __m128i total = _mm_setzero_si128();
    int i = 1;
    for (; i + 4 <= n; i += 4)
        total = _mm_add_epi32(total, _mm_load_si128((const __m128i *)(src + i)));
    int lanes[4], rest = 0;
    _mm_storeu_si128((__m128i *)lanes, total);
    for (; i < n; i++)
        rest += src[i];
    return rest + lanes[0] + lanes[1] + lanes[2] + lanes[3];
}
