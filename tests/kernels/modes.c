// simdiff: check --reference luma --port luma_by_words => defect "s=in:u8[3*n]"
// simdiff: check --reference luma --port luma_by_bytes => equivalent "s=in:u8[4*n]"
// simdiff: check --reference luma --port luma_by_words --arg alpha=const:0 => defect "s=in:u8[3*n]"
// simdiff: check --reference luma --port luma_by_words --arg alpha=const:1 => equivalent "s=in:u8[4*n]"
// simdiff: check --reference luma --port luma_by_words --arg 's=in:u8[4*n]' => equivalent
// simdiff: check --reference spread --port spread_by_pairs => defect "d=inout:i16[n]"
// simdiff: check --reference green --port green_by_words => defect "where f is RGB"
// simdiff: check --reference masked --port masked_always => defect "s=in:u8[n]"
// simdiff: check --reference code --port code_of_64 => equivalent "where full is 0, the reference reaches 8 elements of tab; the port reaches more"
// simdiff: check --reference flagged --port flagged_always => defect "where flags is 0, s has n"
// simdiff: check --reference mixed --port mixed_always => equivalent "where two is 0, the reference does not access b; the port reaches more"
// simdiff: check --reference mixed --port mixed_by_branches => equivalent
// simdiff: check --reference levels --port levels_by_shift => equivalent "s=in:i32[4*n]"
// simdiff: check --reference levels --port levels_ahead => defect "where level is 0"
// simdiff: check --reference levels --port levels_ahead --size level=2 => equivalent
// Where a parameter chooses how memory is addressed, each of its values has its own lengths.

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

uint32_t luma(const uint8_t *s, int n, int alpha)
{
    uint32_t sum = 0;
    int bpp = alpha ? 4 : 3;
    for (int i = 0; i < n; i++)
        sum += s[bpp * i] + 2 * s[bpp * i + 1] + 3 * s[bpp * i + 2];
    return sum;
}

uint32_t luma_by_words(const uint8_t *s, int n, int alpha)
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

uint32_t luma_by_bytes(const uint8_t *s, int n, int alpha)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++, s += alpha ? 4 : 3)
        sum += 3 * s[2] + 2 * s[1] + s[0];
    return sum;
}

void spread(int16_t *d, const int16_t *s, int n, bool stereo)
{
    for (int i = 0; i < n; i++) {
        if (stereo) {
            d[2 * i] = s[i];
            d[2 * i + 1] = s[i];
        } else {
            d[i] = s[i];
        }
    }
}

void spread_by_pairs(int16_t *d, const int16_t *s, int n, bool stereo)
{
    if (stereo) {
        for (int i = 0; i < n; i++)
            d[2 * i] = d[2 * i + 1] = s[i];
        return;
    }
    for (int i = 0; i < n; i++) {
        int16_t pair[2];
        memcpy(pair, d + i, 4);
        pair[0] = s[i];
        memcpy(d + i, pair, 4);
    }
}

enum format { GRAY = 1, RGB = 3, RGBA = 4 };

void green(uint8_t *d, const uint8_t *s, int n, enum format f)
{
    for (int i = 0; i < n; i++) {
        if (f == GRAY)
            d[i] = s[i];
        else if (f == RGB)
            d[i] = s[3 * i + 1];
        else
            d[i] = s[4 * i + 1];
    }
}

void green_by_words(uint8_t *d, const uint8_t *s, int n, enum format f)
{
    for (int i = 0; i < n; i++) {
        if (f == GRAY) {
            d[i] = s[i];
        } else {
            uint32_t v;
            memcpy(&v, s + (f == RGB ? 3 : 4) * i, 4);
            d[i] = v >> 8;
        }
    }
}

int masked(const uint8_t *s, int n, int has_mask)
{
    int t = 0;
    for (int i = 0; i < n; i++) t += has_mask ? s[i] & s[n + i] : s[i];
    return t;
}

int masked_always(const uint8_t *s, int n, int has_mask)
{
    int t = 0;
    uint8_t all = has_mask ? 0 : 255;
    for (int i = 0; i < n; i++) t += s[i] & (s[n + i] | all);
    return t;
}

int code(const int32_t *tab, int k, bool full)
{
    if (k < 0 || k >= (full ? 64 : 8)) return 0;
    return tab[k];
}

int code_of_64(const int32_t *tab, int k, bool full)
{
    if (k < 0 || k >= 64) return 0;
    int v = tab[k];
    return full || k < 8 ? v : 0;
}

enum { HAS_TAIL = 4 };

int flagged(const uint8_t *s, unsigned n, unsigned flags)
{
    int t = 0;
    for (unsigned i = 0; i < n; i++) t += s[i];
    return flags & HAS_TAIL ? t ^ s[n] : t;
}

int flagged_always(const uint8_t *s, unsigned n, unsigned flags)
{
    int t = 0, tail = s[n];
    for (unsigned i = 0; i < n; i++) t += s[i];
    return t ^ (flags & HAS_TAIL ? tail : 0);
}

void mixed(int32_t *d, const int32_t *a, const int32_t *b, int n, bool two)
{
    for (int i = 0; i < n; i++) d[i] = two ? a[i] ^ b[i] : a[i];
}

void mixed_always(int32_t *d, const int32_t *a, const int32_t *b, int n, bool two)
{
    int32_t mask = -(int)two;
    for (int i = 0; i < n; i++) d[i] = a[i] ^ (b[i] & mask);
}

void mixed_by_branches(int32_t *d, const int32_t *a, const int32_t *b, int n, bool two)
{
    for (int i = 0; i < n; i++) d[i] = a[i];
    for (int i = 0; i < n && two; i++) d[i] ^= b[i];
}

int levels(const int32_t *s, int n, int level)
{
    int t = 0;
    for (int i = 0; i < n; i++) {
        if (level == 0) t += s[i];
        if (level == 1) t += s[2 * i];
        if (level == 2) t += s[4 * i];
    }
    return t;
}

int levels_by_shift(const int32_t *s, int n, int level)
{
    int t = 0;
    for (int i = 0; i < n && level >= 0 && level <= 2; i++) t += s[i << level];
    return t;
}

int levels_ahead(const int32_t *s, int n, int level)
{
    int t = 0;
    for (int i = 0; i < n && level >= 0 && level <= 2; i++) {
        int next = s[(i << level) + 1];
        t += s[i << level] + (next & 0);
    }
    return t;
}
