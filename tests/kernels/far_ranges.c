// simdiff: check --reference fill --port fill_by_fours --arg 'd=out:u32[end-start]' => equivalent
// simdiff: check --reference fill --port fill_24_bits --arg 'd=out:u32[end-start]' => different "start = 16777"
// simdiff: check --reference ramp --port ramp_counted --arg 'd=out:f32[end-start]' => different
// simdiff: check --reference scale --port scale_again => equivalent
// simdiff: check --reference scale --port scale_18_bits => different
// simdiff: check --reference tone --port tone_again => equivalent
// simdiff: check --reference tone --port tone_31_bits => different
// What no length grows with is tried at large values too: the start of a range, a step in
// parts of 65,536.

#include <stdint.h>

void fill(uint32_t *d, uint32_t start, uint32_t end)
{
    for (uint32_t i = start; i < end; i++) d[i - start] = i * 3;
}

void fill_by_fours(uint32_t *d, uint32_t start, uint32_t end)
{
    uint32_t i = start, x = start * 3;
    for (; i + 4 <= end; i += 4, x += 12)
        for (uint32_t j = 0; j < 4; j++) d[i - start + j] = x + 3 * j;
    for (; i < end; i++) d[i - start] = i * 3;
}

void fill_24_bits(uint32_t *d, uint32_t start, uint32_t end)
{
    for (uint32_t i = start; i < end; i++) d[i - start] = (i & 0xffffff) * 3;
}

void ramp(float *d, int start, int end)
{
    for (int i = start; i < end; i++) d[i - start] = (float)i * 0.5f;
}

/* Counts in single precision, which has no 16,777,217. */
void ramp_counted(float *d, int start, int end)
{
    float x = (float)start;
    for (int i = start; i < end; i++, x += 1.0f) d[i - start] = x * 0.5f;
}

void scale(const uint8_t *s, uint8_t *d, unsigned n, unsigned step)
{
    for (unsigned i = 0, p = 0; i < n; i++, p += step) d[i] = s[p >> 16];
}

void scale_again(const uint8_t *s, uint8_t *d, unsigned n, unsigned step)
{
    for (unsigned i = 0; i < n; i++) d[i] = s[i * step >> 16];
}

void scale_18_bits(const uint8_t *s, uint8_t *d, unsigned n, unsigned step)
{
    for (unsigned i = 0, p = 0; i < n; i++, p += step & 0x3ffff) d[i] = s[p >> 16];
}

static const uint16_t tones[256] = {[1] = 10, [64] = 100, [127] = 300, [128] = 500, [200] = 700, [255] = 900};

uint32_t tone(uint32_t level)
{
    return tones[level >> 24];
}

uint32_t tone_again(uint32_t level)
{
    return tones[(level >> 16) / 256];
}

/* Half of the table is never read. */
uint32_t tone_31_bits(uint32_t level)
{
    return tones[(level & 0x7fffffff) >> 24];
}
