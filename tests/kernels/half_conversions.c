// simdiff: check --cflags='-mavx512fp16 -mavx512vl' --reference narrowed --port narrowed_256 --size n=1..20 => equivalent
// simdiff: check --cflags='-mavx512fp16 -mavx512vl' --reference words --port words_128 --size n=8 --arg 'src=in:f16[n] in -30000..30000' => equivalent
// simdiff: check --cflags='-mavx512fp16 -mavx512vl' --reference halves --port halves_128 --size n=8 => equivalent
// Conversions of AVX-512-FP16: between halves, floats and integers.
#include <immintrin.h>
#include <stdint.h>

void narrowed(const float *src, _Float16 *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = (_Float16)src[i];
}

void narrowed_256(const float *src, _Float16 *dst, int n) {
    for (int i = 0; i < n; i += 8) {
        __mmask8 k = n - i >= 8 ? 0xff : (1u << (n - i)) - 1;
        __m128h x = _mm256_maskz_cvtxps_ph(k, _mm256_maskz_loadu_ps(k, src + i));
        _mm_mask_storeu_epi16(dst + i, k, _mm_castph_si128(x));
    }
}

void narrowed_down(const float *src, _Float16 *dst, int n) {
    for (int i = 0; i + 8 <= n; i += 8)
        _mm_storeu_si128((__m128i *)(dst + i),
                         _mm256_cvtps_ph(_mm256_loadu_ps(src + i), _MM_FROUND_TO_NEG_INF));
}

void words(const _Float16 *src, int16_t *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = (int16_t)src[i];
}

void words_128(const _Float16 *src, int16_t *dst, int n) {
    for (int i = 0; i + 8 <= n; i += 8)
        _mm_storeu_si128((__m128i *)(dst + i), _mm_cvttph_epi16(_mm_loadu_ph(src + i)));
}

void rounded_128(const _Float16 *src, int16_t *dst, int n) {
    for (int i = 0; i + 8 <= n; i += 8)
        _mm_storeu_si128((__m128i *)(dst + i), _mm_cvtph_epi16(_mm_loadu_ph(src + i)));
}

void halves(const int32_t *src, _Float16 *dst, int n) {
    for (int i = 0; i < n; i++) dst[i] = (_Float16)src[i];
}

void halves_128(const int32_t *src, _Float16 *dst, int n) {
    for (int i = 0; i + 8 <= n; i += 8) {
        _mm_storel_epi64((__m128i *)(dst + i), _mm_castph_si128(_mm_cvtepi32_ph(_mm_loadu_si128((const __m128i *)(src + i)))));
        _mm_storel_epi64((__m128i *)(dst + i + 4), _mm_castph_si128(_mm_cvtepi32_ph(_mm_loadu_si128((const __m128i *)(src + i + 4)))));
    }
}
