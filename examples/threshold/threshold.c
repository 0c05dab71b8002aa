// simdiff: check --reference binary_scalar --port binary_sse2 --size n=1..40 => equivalent
// simdiff: check --reference binary_inv_scalar --port binary_inv_sse2 --size n=1..40 => equivalent
// simdiff: check --reference trunc_scalar --port trunc_sse2 --size n=1..40 => equivalent
// simdiff: check --reference tozero_scalar --port tozero_sse2 --size n=1..40 => equivalent
// simdiff: check --reference tozero_inv_scalar --port tozero_inv_sse2 --size n=1..40 => equivalent

/* The five kinds of image threshold. SSE2 compares bytes as signed only, so
 * both sides of the comparison are moved by 128 first. */

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

enum kind { BINARY, BINARY_INV, TRUNC, TOZERO, TOZERO_INV };

static inline uint8_t threshold1(enum kind kind, uint8_t x, uint8_t level, uint8_t max)
{
    switch (kind) {
    case BINARY: return x > level ? max : 0;
    case BINARY_INV: return x > level ? 0 : max;
    case TRUNC: return x > level ? level : x;
    case TOZERO: return x > level ? x : 0;
    case TOZERO_INV: return x > level ? 0 : x;
    }
    return 0;
}

static inline void scalar(enum kind kind, const uint8_t *src, uint8_t *dst, size_t n,
                          uint8_t level, uint8_t max)
{
    for (size_t i = 0; i < n; ++i)
        dst[i] = threshold1(kind, src[i], level, max);
}

static inline __m128i threshold16(enum kind kind, __m128i x, __m128i levels, __m128i maxima)
{
    const __m128i flip = _mm_set1_epi8((char)0x80);
    __m128i above = _mm_cmpgt_epi8(_mm_xor_si128(x, flip), _mm_xor_si128(levels, flip));
    switch (kind) {
    case BINARY: return _mm_and_si128(above, maxima);
    case BINARY_INV: return _mm_andnot_si128(above, maxima);
    case TRUNC: return _mm_subs_epu8(x, _mm_subs_epu8(x, levels));
    case TOZERO: return _mm_and_si128(above, x);
    case TOZERO_INV: return _mm_andnot_si128(above, x);
    }
    return x;
}

static inline void sse2(enum kind kind, const uint8_t *src, uint8_t *dst, size_t n,
                        uint8_t level, uint8_t max)
{
    const __m128i levels = _mm_set1_epi8((char)level);
    const __m128i maxima = _mm_set1_epi8((char)max);
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(src + i));
        _mm_storeu_si128((__m128i *)(dst + i), threshold16(kind, x, levels, maxima));
    }
    for (; i < n; ++i)
        dst[i] = threshold1(kind, src[i], level, max);
}

void binary_scalar(const uint8_t *src, uint8_t *dst, size_t n, uint8_t level, uint8_t max)
{
    scalar(BINARY, src, dst, n, level, max);
}

void binary_sse2(const uint8_t *src, uint8_t *dst, size_t n, uint8_t level, uint8_t max)
{
    sse2(BINARY, src, dst, n, level, max);
}

void binary_inv_scalar(const uint8_t *src, uint8_t *dst, size_t n, uint8_t level, uint8_t max)
{
    scalar(BINARY_INV, src, dst, n, level, max);
}

void binary_inv_sse2(const uint8_t *src, uint8_t *dst, size_t n, uint8_t level, uint8_t max)
{
    sse2(BINARY_INV, src, dst, n, level, max);
}

void trunc_scalar(const uint8_t *src, uint8_t *dst, size_t n, uint8_t level)
{
    scalar(TRUNC, src, dst, n, level, 0);
}

void trunc_sse2(const uint8_t *src, uint8_t *dst, size_t n, uint8_t level)
{
    sse2(TRUNC, src, dst, n, level, 0);
}

void tozero_scalar(const uint8_t *src, uint8_t *dst, size_t n, uint8_t level)
{
    scalar(TOZERO, src, dst, n, level, 0);
}

void tozero_sse2(const uint8_t *src, uint8_t *dst, size_t n, uint8_t level)
{
    sse2(TOZERO, src, dst, n, level, 0);
}

void tozero_inv_scalar(const uint8_t *src, uint8_t *dst, size_t n, uint8_t level)
{
    scalar(TOZERO_INV, src, dst, n, level, 0);
}

void tozero_inv_sse2(const uint8_t *src, uint8_t *dst, size_t n, uint8_t level)
{
    sse2(TOZERO_INV, src, dst, n, level, 0);
}
