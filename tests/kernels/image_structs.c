// simdiff: check --reference brighten --port brighten_sse => equivalent "im->pixels=inout:u8"
// simdiff: check --reference brighten --port brighten_packed --size im->w=3,im->h=2,im->stride=4 => different "im->pixels"
// simdiff: check --reference brighten --port brighten_swapped --size im->w=1..3,im->h=1..3,im->stride=3..4 => different
// simdiff: check --reference brighten --port brighten_all --size im->w=1..3,im->h=1..3,im->stride=3..4 => different "im[0].w"
// simdiff: check --reference average --port average_by_rows => equivalent
// simdiff: check --reference average --port average_flat => different
// Structures with pointers: every field is an input, and what a call leaves in it an output.
#include <emmintrin.h>
#include <stdint.h>

struct image {
    int w, h;
    int stride;
    uint8_t *pixels;
};

void brighten(struct image *im, uint8_t by)
{
    for (int y = 0; y < im->h; y++)
        for (int x = 0; x < im->w; x++) {
            int v = im->pixels[y * im->stride + x] + by;
            im->pixels[y * im->stride + x] = v > 255 ? 255 : v;
        }
}

static void row(uint8_t *p, int n, uint8_t by)
{
    int x = 0;
    for (; x + 16 <= n; x += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(p + x));
        _mm_storeu_si128((__m128i *)(p + x), _mm_adds_epu8(v, _mm_set1_epi8((char)by)));
    }
    for (; x < n; x++) p[x] = p[x] + by > 255 ? 255 : p[x] + by;
}

void brighten_sse(struct image *im, uint8_t by)
{
    for (int y = 0; y < im->h; y++) row(im->pixels + y * im->stride, im->w, by);
}

void brighten_packed(struct image *im, uint8_t by)
{
    for (int y = 0; y < im->h; y++) row(im->pixels + y * im->w, im->w, by);
}

void brighten_swapped(struct image *im, uint8_t by)
{
    for (int y = 0; y < im->w; y++) row(im->pixels + y * im->stride, im->h, by);
}

void brighten_all(struct image *im, uint8_t by)
{
    brighten_sse(im, by);
    im->w = im->stride;
}

struct plane {
    const float *data;
    int n;
};

float average(struct plane p)
{
    float sum = 0;
    for (int i = 0; i < p.n; i++) sum += p.data[i];
    return sum / (float)p.n;
}

float average_by_rows(struct plane p)
{
    const float *end = p.data + p.n;
    float sum = 0;
    for (const float *at = p.data; at < end; at++) sum += *at;
    return sum / (float)p.n;
}

float average_flat(struct plane p)
{
    float sum = 0;
    for (int i = 1; i < p.n; i++) sum += p.data[i];
    return sum / (float)p.n;
}
