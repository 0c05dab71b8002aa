// simdiff: check --reference doubled --port doubled_load --size n=5 => defect "aligned vector access at an unaligned place in src (20 bytes): 16 bytes at offset 4"
// simdiff: check --reference doubled --port doubled_store --size n=5 => defect "aligned vector access at an unaligned place in dst"
// simdiff: check --cflags=-mavx --reference doubled --port doubled_avx --size n=12 => defect "32 bytes at offset 16"
// simdiff: check --reference doubled --port doubled_aligned --size n=4..8 => defect "src is promised to start at a multiple of 4 bytes; if every caller aligns it: --arg 'src=in:f32[n] align:16'"
// simdiff: check --reference doubled --port doubled_aligned --size n=4..8 --arg 'src=in:f32[n] align:16' --arg 'dst=align:16' => equivalent
// simdiff: check --reference doubled --port doubled_aligned --size n=4..8 --arg 'src=in:f32[n] align:16' --arg 'dst=align:8' => defect "aligned vector access at an unaligned place in dst"
// An aligned load or store at an unaligned address faults, also natively.
#include <immintrin.h>

void doubled(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = src[i] + src[i];
}

void doubled_load(const float *src, float *dst, int n) {
    int i = 0;
    for (; i < n % 4; i++) dst[i] = src[i] + src[i];
    for (; i < n; i += 4) {
        __m128 x = _mm_load_ps(src + i);
        _mm_storeu_ps(dst + i, _mm_add_ps(x, x));
    }
}

void doubled_store(const float *src, float *dst, int n) {
    int i = 0;
    for (; i < n % 4; i++) dst[i] = src[i] + src[i];
    for (; i < n; i += 4) {
        __m128 x = _mm_loadu_ps(src + i);
        _mm_store_ps(dst + i, _mm_add_ps(x, x));
    }
}

void doubled_aligned(const float *src, float *dst, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        __m128 x = _mm_load_ps(src + i);
        _mm_store_ps(dst + i, _mm_add_ps(x, x));
    }
    for (; i < n; i++) dst[i] = src[i] + src[i];
}

// Aligned to 16 bytes is not enough for a vector of 32.
__attribute__((target("avx"))) void doubled_avx(const float *src, float *dst, int n) {
    int i = 0;
    for (; i < n % 8; i++) dst[i] = src[i] + src[i];
    for (; i < n; i += 8) {
        __m256 x = _mm256_loadu_ps(src + i);
        _mm256_store_ps(dst + i, _mm256_add_ps(x, x));
    }
}
