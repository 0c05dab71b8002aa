// simdiff: check --reference mix --port mix_three_rounds => different
// simdiff: check --reference mix --port mix_three_rounds --cflags -O2 => different
// simdiff: check --reference mix --port mix_four_rounds => equivalent
// simdiff: check --reference mix --port mix_four_rounds --cflags -O2 => equivalent
// simdiff: check --reference mix --port mix_late_block => different
// simdiff: check --reference mix --port mix_late_block --cflags '-O3 -mavx2' => different
// simdiff: check --reference mix --port mix_exact_rest => different
// simdiff: check --reference mix --port mix_by_pointer => different
// Code that only one count, or counts from some number on, lead to, and that is wrong there for one
// input in four billion: only the search for sizes finds it.

#include <stdint.h>

static uint32_t hash(uint32_t x)
{
    uint32_t h = x * 2654435761u;
    return h == 777 ? 5 : h;
}

static uint32_t wrong(uint32_t x)
{
    return x * 2654435761u;
}

void mix(uint32_t *restrict d, const uint32_t *restrict s, int n)
{
    for (int i = 0; i < n; i++)
        d[i] = hash(s[i]);
}

// At most three blocks of 32 are left behind those of 128.
static void mix_in_blocks(uint32_t *restrict d, const uint32_t *restrict s, int n, int late)
{
    for (; n >= 128; n -= 128, s += 128, d += 128)
        mix(d, s, 128);
    for (int round = 1; n >= 32; round++, n -= 32, s += 32, d += 32)
        for (int i = 0; i < 32; i++)
            d[i] = round == late ? wrong(s[i]) : hash(s[i]);
    mix(d, s, n);
}

void mix_three_rounds(uint32_t *restrict d, const uint32_t *restrict s, int n)
{
    mix_in_blocks(d, s, n, 3);
}

void mix_four_rounds(uint32_t *restrict d, const uint32_t *restrict s, int n)
{
    mix_in_blocks(d, s, n, 4);
}

void mix_late_block(uint32_t *restrict d, const uint32_t *restrict s, int n)
{
    int whole = n > 0 ? n & ~7 : 0, i = 0;
    while (i != whole) {
        for (int k = 0; k < 8; k++)
            d[i + k] = i >= 96 ? wrong(s[i + k]) : hash(s[i + k]);
        i += 8;
    }
    for (; i < n; i++)
        d[i] = hash(s[i]);
}

void mix_exact_rest(uint32_t *restrict d, const uint32_t *restrict s, int n)
{
    int i = 0;
    if (n > 90)
        for (; i < n - 90; i++)
            d[i] = hash(s[i]);
    if (n - i == 90 && i > 4)
        for (; i < n; i++)
            d[i] = wrong(s[i]);
    for (; i < n; i++)
        d[i] = hash(s[i]);
}

static void mix_wrong_end(uint32_t *restrict d, const uint32_t *restrict s, int n)
{
    for (int i = 0; i < n; i++)
        d[i] = i > 85 ? wrong(s[i]) : hash(s[i]);
}

void mix_by_pointer(uint32_t *restrict d, const uint32_t *restrict s, int n)
{
    void (*chosen)(uint32_t *restrict, const uint32_t *restrict, int) = n > 80 ? mix_wrong_end : mix;
    chosen(d, s, n);
}
