// simdiff: check --reference repeated --port repeated_loaded => equivalent "key=in:u8[4]"
// simdiff: check --reference noise --port noise_loaded => equivalent
// simdiff: check --reference pixel --port pixel_and_next => equivalent
// simdiff: check --reference knot --port knot_and_last => equivalent
// simdiff: check --reference lerp --port lerp_ahead => defect "read outside s"
// simdiff: check --reference lerp --port lerp_guarded => equivalent
// simdiff: check --reference direct --port direct_whole => equivalent "blk=in:i16[64]"
// simdiff: check --reference clamped --port clamped_loaded => equivalent "lut=in:u8[256]"
// simdiff: check --reference scaled --port scaled_rows => defect "b has 12 elements because the reference reaches no more"
// simdiff: check --reference luma --port luma_by_words => defect "s=in:u8[3*n]"
// simdiff: check --reference luma --port luma_by_bytes => equivalent "s=in:u8[4*n]"
// simdiff: check --reference digits --port digits_loaded => equivalent
// simdiff: check --reference filtered --port filtered_whole => equivalent "where second is 0, the reference reaches 2 elements of c; the port reaches more"
// What a caller surely provides, though the reference does not reach it with every input.

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void repeated(uint8_t *d, const uint8_t *s, const uint8_t *key, int n)
{
    for (int i = 0; i < n; i++) d[i] = s[i] ^ key[i % 4];
}

void repeated_loaded(uint8_t *d, const uint8_t *s, const uint8_t *key, int n)
{
    uint32_t k;
    if (n <= 0) return;
    memcpy(&k, key, 4);
    for (int i = 0; i < n; i++) d[i] = s[i] ^ (uint8_t)(k >> 8 * (i % 4));
}

void noise(uint8_t *d, const uint8_t *s, const uint8_t *table, int n)
{
    for (int i = 0; i < n; i++) d[i] = s[i] + table[i & 255];
}

void noise_loaded(uint8_t *d, const uint8_t *s, const uint8_t *table, int n)
{
    uint8_t all[256];
    if (n <= 0) return;
    memcpy(all, table, 256);
    for (int i = 0; i < n; i++) d[i] = s[i] + all[i & 255];
}

int pixel(const uint8_t *p, int w, int h, int stride, int x, int y)
{
    if (x < 0 || x >= w || y < 0 || y >= h || w > stride) return 0;
    return p[y * stride + x];
}

int pixel_and_next(const uint8_t *p, int w, int h, int stride, int x, int y)
{
    if (x < 0 || x >= w || y < 0 || y >= h || w > stride) return 0;
    int next = x + 1 < w ? p[y * stride + x + 1] : 0;
    return next < 0 ? 0 : p[y * stride + x];
}

int knot(const int32_t *k, int n, int i)
{
    if (i < 0 || i > n) return 0;
    return k[i];
}

int knot_and_last(const int32_t *k, int n, int i)
{
    if (i < 0 || i > n) return 0;
    int last = k[n];
    return i == n ? last : k[i];
}

int lerp(const int16_t *s, int n, int pos)
{
    int k = pos >> 8;
    if (pos < 0 || k + 1 >= n) return 0;
    return s[k] * (256 - (pos & 255)) + s[k + 1] * (pos & 255);
}

int lerp_ahead(const int16_t *s, int n, int pos)
{
    int k = pos >> 8;
    if (pos < 0 || k >= n) return 0;
    int a = s[k], b = s[k + 1];
    return k + 1 >= n ? 0 : a * (256 - (pos & 255)) + b * (pos & 255);
}

int lerp_guarded(const int16_t *s, int n, int pos)
{
    int k = pos >> 8, f = pos & 255;
    if (pos < 0 || k >= n - 1) return 0;
    return (s[k] << 8) + f * (s[k + 1] - s[k]);
}

int direct(const int16_t blk[static 64])
{
    int t = 0;
    for (int i = 0; i < 64; i += 8) t += blk[i] + blk[i + 1];
    return t;
}

int direct_whole(const int16_t blk[static 64])
{
    int16_t all[64];
    int t = 0;
    memcpy(all, blk, 128);
    for (int i = 0; i < 8; i++) t += all[8 * i] + all[8 * i + 1];
    return t;
}

void clamped(uint8_t *d, const int16_t *s, const uint8_t *lut, int n)
{
    for (int i = 0; i < n; i++) {
        int v = s[i];
        v = v < 0 ? 0 : v;
        d[i] = lut[v > 255 ? 255 : v];
    }
}

void clamped_loaded(uint8_t *d, const int16_t *s, const uint8_t *lut, int n)
{
    uint8_t last = n > 0 ? lut[255] : 0;
    for (int i = n - 1; i >= 0; i--) {
        int v = s[i] > 255 ? 255 : s[i];
        d[i] = lut[v < 0 ? 0 : v] | (last & 0);
    }
}

float scaled(const float *b)
{
    float t = 0;
    for (int i = 0; i < 3; i++) t += b[4 * i] + b[4 * i + 1] + b[4 * i + 3];
    return t;
}

float scaled_rows(const float *b)
{
    float rows[16], t = 0;
    memcpy(rows, b, 64);
    for (int i = 0; i < 3; i++) t += rows[4 * i] + rows[4 * i + 1] + rows[4 * i + 3];
    return t;
}

uint32_t luma(const uint8_t *s, int n, bool alpha)
{
    uint32_t sum = 0;
    int bpp = alpha ? 4 : 3;
    for (int i = 0; i < n; i++)
        sum += s[bpp * i] + 2 * s[bpp * i + 1] + 3 * s[bpp * i + 2];
    return sum;
}

uint32_t luma_by_words(const uint8_t *s, int n, bool alpha)
{
    uint32_t sum = 0;
    int bpp = alpha ? 4 : 3;
    for (int i = 0; i < n; i++) {
        uint32_t v;
        memcpy(&v, s + bpp * i, 4);
        sum += (v & 255) + 2 * (v >> 8 & 255) + 3 * (v >> 16 & 255);
    }
    return sum;
}

uint32_t luma_by_bytes(const uint8_t *s, int n, bool alpha)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++, s += alpha ? 4 : 3)
        sum += 3 * s[2] + 2 * s[1] + s[0];
    return sum;
}

unsigned digits(const char *hex, uint8_t b)
{
    return (uint8_t)hex[b >> 4] << 8 | (uint8_t)hex[b & 15];
}

unsigned digits_loaded(const char *hex, uint8_t b)
{
    char all[16];
    memcpy(all, hex, 16);
    return (uint8_t)all[b & 15] | (uint8_t)all[b >> 4] << 8;
}

unsigned filtered(const unsigned *c, unsigned x, bool second)
{
    unsigned t = c[0] + c[1] * x;
    if (second) t ^= c[2] + c[3] * x + c[4];
    return t;
}

unsigned filtered_whole(const unsigned *c, unsigned x, bool second)
{
    unsigned all[5];
    memcpy(all, c, sizeof all);
    unsigned t = all[2] + all[3] * x + all[4];
    return (all[0] + all[1] * x) ^ (second ? t : 0);
}
