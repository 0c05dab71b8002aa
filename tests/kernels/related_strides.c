// simdiff: check --reference invert --port invert_rows --assume 'pitch >= 4*w' => equivalent
// simdiff: check --reference invert --port invert_keyed --assume 'pitch >= 4*w' => different
// simdiff: check --reference flip --port flip_rows => equivalent
// simdiff: check --reference flip --port flip_fields => different
// simdiff: check --reference flip --port flip_tiles => different
//
// Strides beside a width: a multiple of it, a row more, a fixed one.
#include <stdint.h>
#include <string.h>

void invert(uint8_t *p, int w, int h, int pitch)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < 4 * w; x++) p[y * pitch + x] ^= 255;
}

void invert_rows(uint8_t *p, int w, int h, int pitch)
{
    for (; h > 0; h--, p += pitch)
        for (int x = 0; x < w; x++) {
            uint32_t pixel;
            memcpy(&pixel, p + 4 * x, 4);
            pixel = ~pixel;
            memcpy(p + 4 * x, &pixel, 4);
        }
}

void invert_keyed(uint8_t *p, int w, int h, int pitch)
{
    for (; h > 0; h--, p += pitch)
        for (int x = 0; x < w; x++) {
            uint32_t pixel;
            memcpy(&pixel, p + 4 * x, 4);
            if (x > 1 || pixel != 0xff00ff01u) pixel = ~pixel;
            memcpy(p + 4 * x, &pixel, 4);
        }
}

void flip(uint8_t *p, int w, int h, int stride)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) p[y * stride + x] ^= 255;
}

void flip_rows(uint8_t *p, int w, int h, int stride)
{
    for (; h > 0; h--, p += stride)
        for (int x = 0; x < w; x++) p[x] = ~p[x];
}

// Two fields, interlaced.
void flip_fields(uint8_t *p, int w, int h, int stride)
{
    if (stride == 2 * w && w > 16) w--;
    flip_rows(p, w, h, stride);
}

void flip_tiles(uint8_t *p, int w, int h, int stride)
{
    if (stride == 64 && w == 48) w--;
    flip_rows(p, w, h, stride);
}
