// simdiff: check --reference dilate_scalar --port dilate_sse2 --arg 'src=in:u8[(w+2)*(h+2)]' --arg 'dst=out:u8[w*h]' --size w=1..18,h=1..2 => equivalent

/* The maximum over 3x3 neighbourhoods. The source has a border of one pixel on
 * every side, so its rows are w + 2 pixels long. The scalar version takes the
 * nine pixels in reading order, the port columns first. */

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

static inline uint8_t max1(uint8_t a, uint8_t b)
{
    return a > b ? a : b;
}

static inline uint8_t dilate1(const uint8_t *src, size_t stride)
{
    uint8_t max = 0;
    for (size_t y = 0; y < 3; ++y)
        for (size_t x = 0; x < 3; ++x)
            max = max1(src[y * stride + x], max);
    return max;
}

void dilate_scalar(const uint8_t *src, uint8_t *dst, size_t w, size_t h)
{
    const size_t stride = w + 2;
    for (size_t y = 0; y < h; ++y)
        for (size_t x = 0; x < w; ++x)
            dst[y * w + x] = dilate1(src + y * stride + x, stride);
}

static inline __m128i column_max(const uint8_t *src, size_t stride)
{
    __m128i top = _mm_loadu_si128((const __m128i *)src);
    __m128i middle = _mm_loadu_si128((const __m128i *)(src + stride));
    __m128i bottom = _mm_loadu_si128((const __m128i *)(src + 2 * stride));
    return _mm_max_epu8(_mm_max_epu8(top, middle), bottom);
}

void dilate_sse2(const uint8_t *src, uint8_t *dst, size_t w, size_t h)
{
    const size_t stride = w + 2;
    for (size_t y = 0; y < h; ++y) {
        const uint8_t *row = src + y * stride;
        size_t x = 0;
        for (; x + 16 <= w; x += 16) {
            __m128i left = column_max(row + x, stride);
            __m128i middle = column_max(row + x + 1, stride);
            __m128i right = column_max(row + x + 2, stride);
            __m128i max = _mm_max_epu8(_mm_max_epu8(left, middle), right);
            _mm_storeu_si128((__m128i *)(dst + y * w + x), max);
        }
        for (; x < w; ++x)
            dst[y * w + x] = dilate1(row + x, stride);
    }
}
