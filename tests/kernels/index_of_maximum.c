// simdiff: check --reference index_scalar --port index_sse41 --size n=9..12 => equivalent
// simdiff: check --reference index_scalar --port index_sse41 --size n=64 => equivalent
// simdiff: check --reference index_scalar --port index_last --size n=12 => different
// simdiff: check --reference index_scalar --port index_avx2 --size n=64 => equivalent
// simdiff: check --reference index_scalar --port index_after --size n=32 => equivalent
// simdiff: check --reference index_floats --port index_floats_halves --size n=8 => different
// simdiff: check --reference index_floats --port index_floats_last --size n=8 --assume-ordered => different
// The index of the first maximum of many values. Where the maximum is determines the outcome of
// every comparison with it, and no other comparison matters.
#include <immintrin.h>
#include <stdint.h>

int index_scalar(const int32_t *a, int n)
{
    int32_t best = a[0];
    int at = 0;
    for (int i = 1; i < n; i++)
        if (a[i] > best) {
            best = a[i];
            at = i;
        }
    return at;
}

/* The first of the indices at which lanes found the maximum, or the last of them. */
static inline int merged(const int32_t *values, const int32_t *indices, int lanes, int last)
{
    int32_t best = values[0], at = indices[0];
    for (int k = 1; k < lanes; k++) {
        int before = last ? indices[k] > at : indices[k] < at;
        if (values[k] > best || (values[k] == best && before)) {
            best = values[k];
            at = indices[k];
        }
    }
    return at;
}

static inline int rest(const int32_t *a, int i, int n, int at)
{
    for (; i < n; i++)
        if (a[i] > a[at])
            at = i;
    return at;
}

__attribute__((target("sse4.1"))) static inline int index_by_four(const int32_t *a, int n, int last)
{
    __m128i best = _mm_loadu_si128((const __m128i *)a);
    __m128i at = _mm_setr_epi32(0, 1, 2, 3), index = at;
    int i = 4;
    for (; i + 4 <= n; i += 4) {
        at = _mm_add_epi32(at, _mm_set1_epi32(4));
        __m128i v = _mm_loadu_si128((const __m128i *)(a + i)), more = _mm_cmpgt_epi32(v, best);
        index = _mm_blendv_epi8(index, at, more);
        best = _mm_blendv_epi8(best, v, more);
    }
    int32_t values[4], indices[4];
    _mm_storeu_si128((__m128i *)values, best);
    _mm_storeu_si128((__m128i *)indices, index);
    return rest(a, i, n, merged(values, indices, 4, last));
}

__attribute__((target("sse4.1"))) int index_sse41(const int32_t *a, int n)
{
    return index_by_four(a, n, 0);
}

__attribute__((target("sse4.1"))) int index_last(const int32_t *a, int n)
{
    return index_by_four(a, n, 1);
}

/* n is a multiple of eight. */
__attribute__((target("avx2"))) int index_avx2(const int32_t *a, int n)
{
    __m256i best = _mm256_loadu_si256((const __m256i *)a);
    __m256i at = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7), index = at;
    for (int i = 8; i < n; i += 8) {
        at = _mm256_add_epi32(at, _mm256_set1_epi32(8));
        __m256i v = _mm256_loadu_si256((const __m256i *)(a + i));
        index = _mm256_blendv_epi8(index, at, _mm256_cmpgt_epi32(v, best));
        best = _mm256_max_epi32(best, v);
    }
    int32_t values[8], indices[8];
    _mm256_storeu_si256((__m256i *)values, best);
    _mm256_storeu_si256((__m256i *)indices, index);
    return merged(values, indices, 8, 0);
}

/* The maximum first, then where it is; n is a multiple of four. */
__attribute__((target("sse4.1"))) int index_after(const int32_t *a, int n)
{
    __m128i best = _mm_loadu_si128((const __m128i *)a);
    for (int i = 4; i < n; i += 4)
        best = _mm_max_epi32(best, _mm_loadu_si128((const __m128i *)(a + i)));
    best = _mm_max_epi32(best, _mm_shuffle_epi32(best, 0x4e));
    best = _mm_max_epi32(best, _mm_shuffle_epi32(best, 0xb1));
    for (int i = 0; i < n; i += 4) {
        __m128i found = _mm_cmpeq_epi32(best, _mm_loadu_si128((const __m128i *)(a + i)));
        int mask = _mm_movemask_ps(_mm_castsi128_ps(found));
        if (mask)
            return i + __builtin_ctz(mask);
    }
    return 0;
}

int index_floats(const float *a, int n)
{
    float best = a[0];
    int at = 0;
    for (int i = 1; i < n; i++)
        if (a[i] > best) {
            best = a[i];
            at = i;
        }
    return at;
}

static int halves(const float *a, int n, int last)
{
    int low = index_floats(a, n / 2), high = n / 2 + index_floats(a + n / 2, n - n / 2);
    return (last ? a[high] >= a[low] : a[high] > a[low]) ? high : low;
}

int index_floats_halves(const float *a, int n) { return halves(a, n, 0); }

int index_floats_last(const float *a, int n) { return halves(a, n, 1); }
