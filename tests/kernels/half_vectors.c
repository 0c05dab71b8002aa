// simdiff: check --cflags='-mavx512fp16 -mavx512vl -ffp-contract=off' --reference axpy --port axpy_512 => equivalent
// simdiff: check --cflags='-mavx512fp16 -mavx512vl -ffp-contract=off' --reference dot --port dot_128 --size n=0..20 => equivalent
// simdiff: check --cflags='-mavx512fp16 -mavx512vl -ffp-contract=off' --reference products --port products_128 --size n=8 => equivalent
// simdiff: check --cflags='-mavx512fp16 -mavx512vl' --reference quotient --port quotient_sh --arg 'a=f16 in 1.0..4.0' --arg 'b=f16 in 0.25..4.0' --tolerance rel=2e-3 => proved "2^-11 + 2^-14 (AVX-512-FP16)"
// simdiff: check --cflags='-mavx512fp16 -mavx512vl' --reference quotient --port quotient_sh --arg 'a=f16 in 1.0..4.0' --arg 'b=f16 in 0.00025..4.0' --tolerance rel=2e-3 => undecided
// Halves in AVX-512-FP16: tails under a mask, fused products, complex numbers, reciprocals,
// which are near the exact ones for operands and results well within the normal numbers.
#include <immintrin.h>

static __m512h load(const _Float16 *from, __mmask32 k) {
    return _mm512_castsi512_ph(_mm512_maskz_loadu_epi16(k, from));
}

static __mmask32 first(int n) { return n >= 32 ? 0xffffffff : (1u << n) - 1; }

void axpy(_Float16 a, const _Float16 *x, _Float16 *y, int n) {
    for (int i = 0; i < n; i++) y[i] = a * x[i] + y[i];
}

void axpy_512(_Float16 a, const _Float16 *x, _Float16 *y, int n) {
    for (int i = 0; i < n; i += 32) {
        __mmask32 k = first(n - i);
        __m512h sum = _mm512_add_ph(_mm512_mul_ph(_mm512_set1_ph(a), load(x + i, k)), load(y + i, k));
        _mm512_mask_storeu_epi16(y + i, k, _mm512_castph_si512(sum));
    }
}

void axpy_fused(_Float16 a, const _Float16 *x, _Float16 *y, int n) {
    for (int i = 0; i < n; i += 32) {
        __mmask32 k = first(n - i);
        __m512h sum = _mm512_fmadd_ph(_mm512_set1_ph(a), load(x + i, k), load(y + i, k));
        _mm512_mask_storeu_epi16(y + i, k, _mm512_castph_si512(sum));
    }
}

void axpy_short(_Float16 a, const _Float16 *x, _Float16 *y, int n) {
    for (int i = 0; i < n; i += 32) {
        __mmask32 k = first(n - i - 1);
        __m512h sum = _mm512_add_ph(_mm512_mul_ph(_mm512_set1_ph(a), load(x + i, k)), load(y + i, k));
        _mm512_mask_storeu_epi16(y + i, k, _mm512_castph_si512(sum));
    }
}

/* The even lanes of eight sums, then the odd ones. */
_Float16 dot(const _Float16 *x, const _Float16 *y, int n) {
    _Float16 sums[8] = {0};
    for (int i = 0; i < n; i++) sums[i % 8] = __builtin_fmaf16(x[i], y[i], sums[i % 8]);
    _Float16 sum = 0;
    for (int i = 0; i < 8; i++) sum += sums[i];
    return sum;
}

_Float16 dot_128(const _Float16 *x, const _Float16 *y, int n) {
    __m128h sums = _mm_setzero_ph();
    for (int i = 0; i < n; i += 8) {
        __mmask8 k = n - i >= 8 ? 0xff : (1u << (n - i)) - 1;
        __m128h a = _mm_castsi128_ph(_mm_maskz_loadu_epi16(k, x + i));
        __m128h b = _mm_castsi128_ph(_mm_maskz_loadu_epi16(k, y + i));
        sums = _mm_mask3_fmadd_ph(a, b, sums, k);
    }
    _Float16 each[8], sum = 0;
    _mm_storeu_ph(each, sums);
    for (int i = 0; i < 8; i++) sum += each[i];
    return sum;
}

void products(const _Float16 *x, const _Float16 *y, _Float16 *z, int n) {
    for (int i = 0; i + 1 < n; i += 2) {
        z[i] = __builtin_fmaf16(-x[i + 1], y[i + 1], x[i] * y[i]);
        z[i + 1] = __builtin_fmaf16(x[i], y[i + 1], x[i + 1] * y[i]);
    }
}

void products_128(const _Float16 *x, const _Float16 *y, _Float16 *z, int n) {
    for (int i = 0; i + 8 <= n; i += 8)
        _mm_storeu_ph(z + i, _mm_fmul_pch(_mm_loadu_ph(x + i), _mm_loadu_ph(y + i)));
}

void conjugates_128(const _Float16 *x, const _Float16 *y, _Float16 *z, int n) {
    for (int i = 0; i + 8 <= n; i += 8)
        _mm_storeu_ph(z + i, _mm_fcmul_pch(_mm_loadu_ph(x + i), _mm_loadu_ph(y + i)));
}

_Float16 quotient(_Float16 a, _Float16 b) { return a / b; }

_Float16 quotient_sh(_Float16 a, _Float16 b) {
    return _mm_cvtsh_h(_mm_mul_sh(_mm_set_sh(a), _mm_rcp_sh(_mm_setzero_ph(), _mm_set_sh(b))));
}
