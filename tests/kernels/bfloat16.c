// simdiff: check --cflags='-mavx512bf16 -mavx512vl -ffp-contract=off' --reference dots --port dots_bf16 --size n=4 => equivalent
// simdiff: check --cflags='-mavx512bf16 -mavx512vl -ffp-contract=off' --reference plain_dots --port dots_bf16 --size n=4 --arg 'x=in:bf16[2*n] in 0.5..2' --arg 'y=in:bf16[2*n] in 0.5..2' --arg 'sums=inout:f32[n] in 1..8' => equivalent
// simdiff: check --cflags='-mavx512bf16 -mavx512vl' --reference narrowed --port narrowed_bf16 --size n=8 => equivalent
// simdiff: check --cflags='-mavx512bf16 -mavx512vl' --reference converted --port narrowed_bf16 --size n=8 => equivalent
// simdiff: check --cflags='-mavx512bf16 -mavx512vl' --reference products --port products_bf16 --size n=8 => equivalent
// simdiff: check --cflags='-mavx512bf16 -mavx512vl' --reference widened --port widened_bf16 --size n=8 => equivalent
// bfloat16: dot products of pairs, which add the odd product first, round twice and
// flush subnormal numbers; conversions, which round to nearest even. clang makes a cast and
// arithmetic such a conversion.
#include <immintrin.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static float flushed(float x) { return fabsf(x) < 0x1p-126f ? copysignf(0, x) : x; }

static float step(float sum, __bf16 x, __bf16 y) {
    float a = flushed(sum), p = flushed(x), q = flushed(y), r = fmaf(p, q, a);
    return fabs((double)p * q + a) < 0x1.ffffffp-127 ? copysignf(0, r) : r;
}

void dots(const __bf16 *x, const __bf16 *y, float *sums, int n) {
    for (int i = 0; i < n; i++) {
        sums[i] = step(sums[i], x[2 * i + 1], y[2 * i + 1]);
        sums[i] = step(sums[i], x[2 * i], y[2 * i]);
    }
}

void plain_dots(const __bf16 *x, const __bf16 *y, float *sums, int n) {
    for (int i = 0; i < n; i++) {
        sums[i] = fmaf(x[2 * i + 1], y[2 * i + 1], sums[i]);
        sums[i] = fmaf(x[2 * i], y[2 * i], sums[i]);
    }
}

void even_first(const __bf16 *x, const __bf16 *y, float *sums, int n) {
    for (int i = 0; i < n; i++) {
        sums[i] = step(sums[i], x[2 * i], y[2 * i]);
        sums[i] = step(sums[i], x[2 * i + 1], y[2 * i + 1]);
    }
}

static __m128bh load(const __bf16 *from) {
    return (__m128bh)_mm_loadu_si128((const __m128i *)from);
}

void dots_bf16(const __bf16 *x, const __bf16 *y, float *sums, int n) {
    for (int i = 0; i < n; i += 4) {
        __m128 sum = _mm_dpbf16_ps(_mm_loadu_ps(sums + i), load(x + 2 * i), load(y + 2 * i));
        _mm_storeu_ps(sums + i, sum);
    }
}

void narrowed(const float *src, uint16_t *dst, int n) {
    for (int i = 0; i < n; i++) {
        float x = flushed(src[i]);
        uint32_t bits;
        memcpy(&bits, &x, 4);
        dst[i] = isnan(x) ? 0x7fc0 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    }
}

void cut(const float *src, uint16_t *dst, int n) {
    for (int i = 0; i < n; i++) {
        float x = flushed(src[i]);
        uint32_t bits;
        memcpy(&bits, &x, 4);
        dst[i] = isnan(x) ? 0x7fc0 : bits >> 16;
    }
}

void unflushed(const float *src, uint16_t *dst, int n) {
    for (int i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, src + i, 4);
        dst[i] = isnan(src[i]) ? 0x7fc0 : (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
    }
}

void converted(const float *src, uint16_t *dst, int n) {
    for (int i = 0; i < n; i++) {
        __bf16 x = (__bf16)src[i];
        memcpy(dst + i, &x, 2);
    }
}

void products(const __bf16 *x, __bf16 *y, int n) {
    for (int i = 0; i < n; i++) y[i] = (__bf16)flushed((float)x[i] * (float)y[i]);
}

typedef __bf16 eight __attribute__((vector_size(16)));

void products_bf16(const __bf16 *x, __bf16 *y, int n) {
    for (int i = 0; i < n; i += 8) {
        eight a, b;
        memcpy(&a, x + i, 16);
        memcpy(&b, y + i, 16);
        a *= b;
        memcpy(y + i, &a, 16);
    }
}

void narrowed_bf16(const float *src, uint16_t *dst, int n) {
    for (int i = 0; i < n; i += 8)
        _mm_storeu_si128((__m128i *)(dst + i), (__m128i)_mm256_cvtneps_pbh(_mm256_loadu_ps(src + i)));
}

void widened(const __bf16 *src, float *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = src[i];
}

void widened_bf16(const __bf16 *src, float *dst, int n) {
    for (int i = 0; i < n; i += 8) _mm256_storeu_ps(dst + i, _mm256_cvtpbh_ps(load(src + i)));
}
