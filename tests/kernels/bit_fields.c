// simdiff: check --reference luma --port luma_by_word => equivalent
// simdiff: check --reference luma --port luma_five => different "bits_r_g_b"
// simdiff: check --reference cleared --port cleared_by_mask => equivalent
// simdiff: check --reference cleared --port cleared_wide => different
// simdiff: check --reference tagged --port tagged_by_mask => equivalent "p->bits_kind=u8"
// Bit-fields are the bits of integers.

#include <stdint.h>
#include <string.h>

struct rgb565 {
    uint16_t r : 5, g : 6, b : 5;
};

uint32_t luma(const struct rgb565 *pixels, int n)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++) sum += 2 * pixels[i].r + 5 * pixels[i].g + pixels[i].b;
    return sum;
}

static uint16_t bits(const struct rgb565 *pixel)
{
    uint16_t word;
    memcpy(&word, pixel, 2);
    return word;
}

uint32_t luma_by_word(const struct rgb565 *pixels, int n)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++) {
        uint16_t word = bits(&pixels[i]);
        sum += 2 * (word & 31) + 5 * (word >> 5 & 63) + (word >> 11);
    }
    return sum;
}

uint32_t luma_five(const struct rgb565 *pixels, int n)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++) {
        uint16_t word = bits(&pixels[i]);
        sum += 2 * (word & 31) + 5 * (word >> 5 & 31) + (word >> 11);
    }
    return sum;
}

struct state {
    unsigned ready : 1, count : 7, kind : 8;
    int total;
};

void cleared(struct state *s)
{
    s->ready = 1;
    s->count = 0;
    s->total = 0;
}

void cleared_by_mask(struct state *s)
{
    uint8_t low = 1;
    memcpy(s, &low, 1);
    s->total = 0;
}

void cleared_wide(struct state *s)
{
    uint16_t low = 1;
    memcpy(s, &low, 2);
    s->total = 0;
}

struct packed {
    unsigned kind : 4;
    int *data;
};

int tagged(const struct packed *p) { return p->kind ^ p->data[0]; }

int tagged_by_mask(const struct packed *p)
{
    uint8_t low;
    memcpy(&low, p, 1);
    return (low & 15) ^ p->data[0];
}
