// simdiff: check --cflags='-march=x86-64-v4 -mavx512vbmi -mavx512vnni -ffp-contract=off' --reference scaled --port scaled_512 --size n=1..20 => equivalent
// simdiff: check --cflags='-march=x86-64-v4 -mavx512vbmi -mavx512vnni -ffp-contract=off' --reference saturated --port saturated_512 --size n=1..20 => equivalent
// simdiff: check --cflags='-march=x86-64-v4 -mavx512vbmi -mavx512vnni -ffp-contract=off' --reference positive --port positive_512 --size n=1..4 => equivalent
// simdiff: check --cflags='-march=x86-64-v4 -mavx512vbmi -mavx512vnni -ffp-contract=off' --reference looked_up --port gathered_512 --size n=16 --arg 'table=in:f32[16]' --arg 'at=in:i32[n]' => equivalent
// simdiff: check --cflags='-march=x86-64-v4 -mavx512vbmi -mavx512vnni -ffp-contract=off' --reference permuted --port permuted_512 => equivalent
// simdiff: check --cflags='-march=x86-64-v4 -mavx512vbmi -mavx512vnni -ffp-contract=off' --reference dot --port dot_512 => equivalent
// simdiff: check --cflags='-march=x86-64-v4 -mavx512vbmi -mavx512vnni -ffp-contract=off' --reference sum --port sum_512 => equivalent
// simdiff: check --cflags='-march=x86-64-v4 -mavx512vbmi -mavx512vnni -ffp-contract=off' --reference floors --port floors_512 => equivalent
// simdiff: check --cflags='-march=x86-64-v4 -mavx512vbmi -mavx512vnni -ffp-contract=off' --reference chosen --port chosen_512 => equivalent
// What compute kernels use of AVX-512: tails under a mask, which touch nothing
// beyond it, compares into masks, compression, permutes, dot products,
// reductions, conversions with a rounding of their own.
#include <immintrin.h>
#include <math.h>
#include <stdint.h>

static __mmask16 first(int n) {
    return n >= 16 ? 0xffff : (1u << n) - 1;
}

void scaled(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = 3.0f * src[i] + dst[i];
}

void scaled_512(const float *src, float *dst, int n) {
    for (int i = 0; i < n; i += 16) {
        __mmask16 k = first(n - i);
        __m512 x = _mm512_maskz_loadu_ps(k, src + i), y = _mm512_maskz_loadu_ps(k, dst + i);
        x = _mm512_mul_ps(_mm512_set1_ps(3.0f), x);
        _mm512_mask_storeu_ps(dst + i, k, _mm512_add_ps(x, y));
    }
}

void saturated(const int32_t *src, int8_t *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = src[i] > 127 ? 127 : src[i] < -128 ? -128 : src[i];
}

void saturated_512(const int32_t *src, int8_t *dst, int n) {
    for (int i = 0; i < n; i += 16) {
        __mmask16 k = first(n - i);
        _mm512_mask_cvtsepi32_storeu_epi8(dst + i, k, _mm512_maskz_loadu_epi32(k, src + i));
    }
}

int positive(const float *src, float *dst, int n) {
    int found = 0;
    for (int i = 0; i < n; i++)
        if (src[i] > 0) dst[found++] = src[i];
    return found;
}

int positive_512(const float *src, float *dst, int n) {
    int found = 0;
    for (int i = 0; i < n; i += 16) {
        __mmask16 k = first(n - i);
        __m512 x = _mm512_maskz_loadu_ps(k, src + i);
        k = _mm512_mask_cmp_ps_mask(k, x, _mm512_setzero_ps(), _CMP_GT_OQ);
        _mm512_mask_compressstoreu_ps(dst + found, k, x);
        found += __builtin_popcount(k);
    }
    return found;
}

void looked_up(const float *table, const int32_t *at, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = (uint32_t)at[i] < 16 ? table[at[i]] : -1.0f;
}

void gathered_512(const float *table, const int32_t *at, float *dst, int n) {
    for (int i = 0; i < n; i += 16) {
        __m512i x = _mm512_loadu_si512(at + i);
        __mmask16 k = _mm512_cmplt_epu32_mask(x, _mm512_set1_epi32(16));
        __m512 y = _mm512_mask_i32gather_ps(_mm512_set1_ps(-1.0f), k, x, table, 4);
        _mm512_storeu_ps(dst + i, y);
    }
}

void permuted(const uint8_t *at, const uint8_t *table, uint8_t *dst) {
    for (int i = 0; i < 64; i++) dst[i] = table[at[i] & 63];
}

void permuted_512(const uint8_t *at, const uint8_t *table, uint8_t *dst) {
    __m512i x = _mm512_loadu_si512(at), y = _mm512_loadu_si512(table);
    _mm512_storeu_si512(dst, _mm512_permutexvar_epi8(x, y));
}

void dot(const uint8_t *a, const int8_t *b, int32_t *dst) {
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 4; j++) dst[i] = (uint32_t)dst[i] + a[4 * i + j] * b[4 * i + j];
}

void dot_512(const uint8_t *a, const int8_t *b, int32_t *dst) {
    __m512i x = _mm512_loadu_si512(a), y = _mm512_loadu_si512(b);
    _mm512_storeu_si512(dst, _mm512_dpbusd_epi32(_mm512_loadu_si512(dst), x, y));
}

int sum(const int32_t *src) {
    uint32_t sum = 0;
    for (int i = 0; i < 16; i++) sum += src[i];
    return sum;
}

int sum_512(const int32_t *src) {
    return _mm512_reduce_add_epi32(_mm512_loadu_si512(src));
}

void floors(const float *src, int32_t *dst) {
    for (int i = 0; i < 16; i++) dst[i] = (int32_t)floorf(src[i]);
}

void floors_512(const float *src, int32_t *dst) {
    __m512 x = _mm512_loadu_ps(src);
    _mm512_storeu_si512(dst, _mm512_cvt_roundps_epi32(x, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC));
}

void chosen(const uint32_t *by, const uint32_t *a, const uint32_t *b, uint32_t *dst) {
    for (int i = 0; i < 16; i++) dst[i] = (by[i] & a[i]) | (~by[i] & b[i]);
}

void chosen_512(const uint32_t *by, const uint32_t *a, const uint32_t *b, uint32_t *dst) {
    __m512i k = _mm512_loadu_si512(by), x = _mm512_loadu_si512(a), y = _mm512_loadu_si512(b);
    _mm512_storeu_si512(dst, _mm512_ternarylogic_epi32(k, x, y, 0xca));
}
