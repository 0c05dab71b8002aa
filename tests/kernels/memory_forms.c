// simdiff: check --cflags=-mavx2 --reference doubled --port streamed --size n=4..9 --arg 'dst=align:16' => equivalent
// simdiff: check --cflags=-mavx2 --reference doubled --port masked --size n=1..9 => equivalent
// simdiff: check --cflags=-mavx2 --reference doubled --port masked_too_far --size n=5 => defect "out-of-bounds-write"
// simdiff: check --cflags=-mavx2 --reference bytes_where --port bytes_where_sse2 --size n=16 => equivalent
// simdiff: check --cflags=-mavx2 --reference looked_up --port gathered --size n=8 --arg 'table=in:f32[16]' --arg 'index=in:i32[n] in 0..15' => equivalent
// simdiff: check --cflags=-mavx2 --reference looked_up_where --port gathered_where --size n=8 --arg 'table=in:f32[16]' --arg 'index=in:i32[n]' => equivalent
// Streaming stores, prefetches and fences; masked loads and stores, which do
// not touch what is masked off; gathers.
#include <immintrin.h>

void doubled(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = src[i] + src[i];
}

void streamed(const float *src, float *dst, int n) {
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        _mm_prefetch((const char *)(src + i + 64), _MM_HINT_T0);
        __m128 x = _mm_loadu_ps(src + i);
        _mm_stream_ps(dst + i, _mm_add_ps(x, x));
    }
    _mm_sfence();
    _mm_lfence();
    _mm_mfence();
    for (; i < n; i++) {
        _mm_stream_si32((int *)dst + i, 0);
        dst[i] = src[i] + src[i];
        _mm_pause();
        _mm_clflush(dst + i);
    }
}

static __m256i first(int n) {
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

void masked(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i += 8) {
        __m256i mask = first(n - i);
        __m256 x = _mm256_maskload_ps(src + i, mask);
        _mm256_maskstore_ps(dst + i, mask, _mm256_add_ps(x, x));
    }
}

void masked_too_far(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i += 8) {
        __m256 x = _mm256_maskload_ps(src + i, first(n - i));
        _mm256_maskstore_ps(dst + i, first(n - i + 1), _mm256_add_ps(x, x));
    }
}

void bytes_where(const unsigned char *src, const signed char *mask, unsigned char *dst, int n) {
    for (int i = 0; i < n; i++)
        if (mask[i] < 0) dst[i] = src[i];
}

void bytes_where_sse2(const unsigned char *src, const signed char *mask, unsigned char *dst, int n) {
    for (int i = 0; i + 16 <= n; i += 16)
        _mm_maskmoveu_si128(_mm_loadu_si128((const __m128i *)(src + i)),
                            _mm_loadu_si128((const __m128i *)(mask + i)), (char *)dst + i);
}

void looked_up(const float *table, const int *index, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = table[index[i]];
}

void gathered(const float *table, const int *index, float *dst, int n) {
    for (int i = 0; i + 8 <= n; i += 8)
        _mm256_storeu_ps(dst + i,
                         _mm256_i32gather_ps(table, _mm256_loadu_si256((const __m256i *)(index + i)), 4));
}

void looked_up_where(const float *table, const int *index, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = index[i] >= 0 && index[i] < 16 ? table[index[i]] : 1.0f;
}

// Lanes whose index is out of range are masked off.
void gathered_where(const float *table, const int *index, float *dst, int n) {
    for (int i = 0; i + 8 <= n; i += 8) {
        __m256i at = _mm256_loadu_si256((const __m256i *)(index + i));
        __m256i low = _mm256_cmpgt_epi32(at, _mm256_set1_epi32(-1));
        __m256i inside = _mm256_and_si256(low, _mm256_cmpgt_epi32(_mm256_set1_epi32(16), at));
        _mm256_storeu_ps(dst + i, _mm256_mask_i32gather_ps(_mm256_set1_ps(1.0f), table, at,
                                                           _mm256_castsi256_ps(inside), 4));
    }
}
