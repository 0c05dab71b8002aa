// simdiff: check --reference add --port add_masked --cflags=-mavx2 => equivalent
// simdiff: check --reference add --port add_masked_wide --cflags=-mavx2 => defect
// simdiff: check --reference add --port add_masked_short --cflags=-mavx2 => different
// The first lanes of a mask are set in every iteration of the loop: that they are never clear
// leaves no code unreached.

#include <immintrin.h>

void add(int *y, const int *x, int n) {
    for (int i = 0; i < n; i++) y[i] = (int)((unsigned)y[i] + (unsigned)x[i]);
}

static void add_lanes(int *y, const int *x, __m256i mask) {
    __m256i sum = _mm256_add_epi32(_mm256_maskload_epi32(y, mask), _mm256_maskload_epi32(x, mask));
    _mm256_maskstore_epi32(y, mask, sum);
}

static __m256i below(int count) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

void add_masked(int *y, const int *x, int n) {
    for (int i = 0; i < n; i += 8) add_lanes(y + i, x + i, below(n - i));
}

void add_masked_wide(int *y, const int *x, int n) {
    for (int i = 0; i < n; i += 8) add_lanes(y + i, x + i, below(n - i + 1));
}

void add_masked_short(int *y, const int *x, int n) {
    for (int i = 0; i < n; i += 8) add_lanes(y + i, x + i, below(n - i < 8 ? n - i - 1 : 8));
}
