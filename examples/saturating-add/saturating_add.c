// simdiff: check --reference add_scalar --port add_sse2 --size n=1..40 => equivalent

/* Pixel sums that stop at white. */

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

static uint8_t add1(uint8_t a, uint8_t b)
{
    int sum = a + b;
    return sum > 255 ? 255 : (uint8_t)sum;
}

void add_scalar(const uint8_t *a, const uint8_t *b, uint8_t *dst, size_t n)
{
    for (size_t i = 0; i < n; ++i)
        dst[i] = add1(a[i], b[i]);
}

void add_sse2(const uint8_t *a, const uint8_t *b, uint8_t *dst, size_t n)
{
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(a + i));
        __m128i y = _mm_loadu_si128((const __m128i *)(b + i));
        _mm_storeu_si128((__m128i *)(dst + i), _mm_adds_epu8(x, y));
    }
    for (; i < n; ++i)
        dst[i] = add1(a[i], b[i]);
}
