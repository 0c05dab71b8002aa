// simdiff: check --reference sums --port sums_sse2 --arg 'x=in:u32[4]' --arg 'out=out:u32[4]' => equivalent
// simdiff: check --reference differences --port differences_sse2 --arg 'x=in:u32[4]' --arg 'y=in:u32[4]' --arg 'out=out:u32[4]' => equivalent
// simdiff: check --reference predict --port predict_sse2 --arg 'x=in:u32[4]' --arg 'above=in:u32[6]' --arg 'out=out:u32[4]' => equivalent
// simdiff: check --reference predict --port predict_rounded --arg 'x=in:u32[4]' --arg 'above=in:u32[6]' --arg 'out=out:u32[4]' => different
// Four bytes in a word: sums and differences kept apart by masks, averages that
// carry nothing from byte to byte, each pixel predicted from the one before.
#include <emmintrin.h>
#include <stdint.h>

static uint32_t add(uint32_t a, uint32_t b)
{
    uint32_t odd = (a & 0xff00ff00u) + (b & 0xff00ff00u);
    uint32_t even = (a & 0x00ff00ffu) + (b & 0x00ff00ffu);
    return (odd & 0xff00ff00u) | (even & 0x00ff00ffu);
}

static uint32_t subtract(uint32_t a, uint32_t b)
{
    uint32_t odd = 0x00ff00ffu + (a & 0xff00ff00u) - (b & 0xff00ff00u);
    uint32_t even = 0xff00ff00u + (a & 0x00ff00ffu) - (b & 0x00ff00ffu);
    return (odd & 0xff00ff00u) | (even & 0x00ff00ffu);
}

static uint32_t average(uint32_t a, uint32_t b) { return (((a ^ b) & 0xfefefefeu) >> 1) + (a & b); }

void sums(const uint32_t *x, uint32_t *out)
{
    uint32_t sum = 0;
    for (int i = 0; i < 4; i++)
        out[i] = sum = add(sum, x[i]);
}

void sums_sse2(const uint32_t *x, uint32_t *out)
{
    __m128i sum = _mm_loadu_si128((const __m128i *)x);
    sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 4));
    sum = _mm_add_epi8(sum, _mm_slli_si128(sum, 8));
    _mm_storeu_si128((__m128i *)out, sum);
}

void differences(const uint32_t *x, const uint32_t *y, uint32_t *out)
{
    for (int i = 0; i < 4; i++)
        out[i] = subtract(x[i], y[i]);
}

void differences_sse2(const uint32_t *x, const uint32_t *y, uint32_t *out)
{
    __m128i a = _mm_loadu_si128((const __m128i *)x), b = _mm_loadu_si128((const __m128i *)y);
    _mm_storeu_si128((__m128i *)out, _mm_sub_epi8(a, b));
}

void predict(const uint32_t *x, const uint32_t *above, uint32_t *out)
{
    uint32_t left = above[5];
    for (int i = 0; i < 4; i++)
        out[i] = left = add(x[i], average(average(left, above[i + 1]), above[i]));
}

static __m128i average_sse2(__m128i a, __m128i b)
{
    __m128i odd = _mm_and_si128(_mm_xor_si128(a, b), _mm_set1_epi8(1));
    return _mm_sub_epi8(_mm_avg_epu8(a, b), odd);
}

void predict_sse2(const uint32_t *x, const uint32_t *above, uint32_t *out)
{
    __m128i left = _mm_cvtsi32_si128((int)above[5]);
    for (int i = 0; i < 4; i++) {
        __m128i right = _mm_cvtsi32_si128((int)above[i + 1]), top = _mm_cvtsi32_si128((int)above[i]);
        left = _mm_add_epi8(_mm_cvtsi32_si128((int)x[i]), average_sse2(average_sse2(left, right), top));
        out[i] = (uint32_t)_mm_cvtsi128_si32(left);
    }
}

void predict_rounded(const uint32_t *x, const uint32_t *above, uint32_t *out)
{
    __m128i left = _mm_cvtsi32_si128((int)above[5]);
    for (int i = 0; i < 4; i++) {
        __m128i right = _mm_cvtsi32_si128((int)above[i + 1]), top = _mm_cvtsi32_si128((int)above[i]);
        left = _mm_add_epi8(_mm_cvtsi32_si128((int)x[i]), _mm_avg_epu8(average_sse2(left, right), top));
        out[i] = (uint32_t)_mm_cvtsi128_si32(left);
    }
}
