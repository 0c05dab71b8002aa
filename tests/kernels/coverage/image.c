// simdiff: check --reference grow --port grow_tiled => equivalent
// simdiff: check --reference grow --port grow_large => different
// simdiff: check --reference fade --port fade_wide => different
// simdiff: check --reference fade --port fade_area => different
// Code behind a width and a height together, behind their product, and along strides.

#include <emmintrin.h>
#include <stdint.h>

void grow(uint8_t *out, const uint8_t *in, int w, int h) {
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++)
            out[y * w + x] = in[y * w + x] > 253 ? 255 : in[y * w + x] + 2;
}

static void row(uint8_t *out, const uint8_t *in, int n, int by) {
    const __m128i step = _mm_set1_epi8((char)by);
    int x = 0;
    for (; x + 16 <= n; x += 16) {
        __m128i pixels = _mm_loadu_si128((const __m128i *)(in + x));
        _mm_storeu_si128((__m128i *)(out + x), _mm_adds_epu8(pixels, step));
    }
    for (; x < n; x++)
        out[x] = in[x] > 255 - by ? 255 : in[x] + by;
}

void grow_tiled(uint8_t *out, const uint8_t *in, int w, int h) {
    if (w >= 64 && h >= 4) {
        for (int y = 0; y + 4 <= h; y += 4)
            for (int k = 0; k < 4; k++)
                row(out + (y + k) * w, in + (y + k) * w, w, 2);
        for (int y = h & ~3; y < h; y++)
            row(out + y * w, in + y * w, w, 2);
        return;
    }
    for (int y = 0; y < h; y++)
        row(out + y * w, in + y * w, w, 2);
}

// Rows of large images grow by one too much.
void grow_large(uint8_t *out, const uint8_t *in, int w, int h) {
    int by = w >= 64 && h >= 4 ? 3 : 2;
    for (int y = 0; y < h; y++)
        row(out + y * w, in + y * w, w, by);
}

void fade(uint8_t *out, const uint8_t *in, int width, int height, int stride) {
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[y * stride + x] = in[y * stride + x] >> 1;
}

// What is left of wide rows is copied.
void fade_wide(uint8_t *out, const uint8_t *in, int width, int height, int stride) {
    for (int y = 0; y < height; y++) {
        int x = 0;
        for (; x + 40 <= width; x += 40)
            for (int k = 0; k < 40; k++)
                out[y * stride + x + k] = in[y * stride + x + k] >> 1;
        if (x > 0 && x < width) {
            for (; x < width; x++)
                out[y * stride + x] = in[y * stride + x];
        }
        for (; x < width; x++)
            out[y * stride + x] = in[y * stride + x] >> 1;
    }
}

// Large areas are rounded.
void fade_area(uint8_t *out, const uint8_t *in, int width, int height, int stride) {
    int more = width * height >= 700;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            out[y * stride + x] = (in[y * stride + x] + more) >> 1;
}
