// simdiff: check --reference wave --port wave_by_fours => equivalent "phase=u32"
// simdiff: check --reference wave --port wave_without_carry => different
// simdiff: check --reference masked --port masked_by_counter --size n=0..5 --arg key=u32 => equivalent
// simdiff: check --reference masked --port masked_narrow => different
// simdiff: check --reference picked --port picked_by_product => undecided "--arg which=u32"
// simdiff: check --reference picked --port picked_wrong => defect out-of-bounds-read
// An integer that reaches an address only as one of few values is data, not a size.

#include <stdint.h>

void wave(const float *table, float *out, int n, uint32_t phase, uint32_t step)
{
    for (int i = 0; i < n; i++) {
        out[i] = table[phase >> 24];
        phase += step;
    }
}

void wave_by_fours(const float *table, float *out, int n, uint32_t phase, uint32_t step)
{
    int i = 0;
    for (; i + 4 <= n; i += 4, phase += 4 * step) {
        out[i] = table[phase >> 24];
        out[i + 1] = table[(phase + step) >> 24];
        out[i + 2] = table[(phase + 2 * step) >> 24];
        out[i + 3] = table[(phase + 3 * step) >> 24];
    }
    for (; i < n; i++, phase += step) out[i] = table[phase >> 24];
}

/* The upper byte alone advances: what the lower bytes carry is lost. */
void wave_without_carry(const float *table, float *out, int n, uint32_t phase, uint32_t step)
{
    for (int i = 0; i < n; i++) out[i] = table[((phase >> 24) + i * (step >> 24)) & 255];
}

void masked(const uint8_t *table, uint8_t *x, int n, uint32_t key)
{
    for (int i = 0; i < n; i++) x[i] ^= table[(key + i) & 255];
}

void masked_by_counter(const uint8_t *table, uint8_t *x, int n, uint32_t key)
{
    key &= 255;
    for (int i = 0; i < n; i++) {
        x[i] ^= table[key];
        key = key == 255 ? 0 : key + 1;
    }
}

/* The table is not left at its end. */
void masked_narrow(const uint8_t *table, uint8_t *x, int n, uint32_t key)
{
    key &= 255;
    for (int i = 0; i < n; i++) x[i] ^= table[key + i < 256 ? key + i : 255];
}

void picked(const int *table, int *out, unsigned which)
{
    *out = table[which % 10];
}

void picked_by_product(const int *table, int *out, unsigned which)
{
    *out = table[which - 10 * (unsigned)(which * 0xcccccccdull >> 35)];
}

void picked_wrong(const int *table, int *out, unsigned which)
{
    *out = table[which - 10 * (unsigned)(which * 0xccccccccull >> 35)];
}
