// simdiff: check --reference by_switch --port by_lanes --arg counts=out:u32[3] --size n=30..34 => equivalent
// simdiff: check --reference by_ifs --port by_lanes --arg counts=out:u32[3] --size n=4128 => equivalent
// simdiff: check --reference by_switch --port by_lanes_too_long --arg counts=out:u32[3] --size n=4096 => different
// simdiff: check --reference by_switch --port by_masks --arg counts=out:u32[3] --size n=64..65 => equivalent
// simdiff: check --reference by_switch --port by_ifs --port-flags "-O2 -mavx2" --arg counts=out:u32[3] --size n=64 => equivalent
// simdiff: check --reference by_ifs --port by_ifs_unclosed --arg counts=out:u32[3] --size n=64 => different
// Lines, commas and quotes counted in one pass: chains of conditional
// increments against sums of bits.

#include <emmintrin.h>
#include <stdint.h>

void by_switch(const uint8_t *p, uint32_t n, uint32_t *counts) {
    uint32_t lines = 0, commas = 0, quotes = 0;
    for (uint32_t i = 0; i < n; i++)
        switch (p[i]) {
        case '\n':
            lines++;
            break;
        case ',':
            commas++;
            break;
        case '"':
            quotes++;
            break;
        }
    counts[0] = lines, counts[1] = commas, counts[2] = quotes;
}
void by_ifs(const uint8_t *p, uint32_t n, uint32_t *counts) {
    uint32_t lines = 0, commas = 0, quotes = 0;
    for (uint32_t i = 0; i < n; i++)
        if (p[i] == '\n')
            lines++;
        else if (p[i] == ',')
            commas++;
        else if (p[i] == '"')
            quotes++;
    counts[0] = lines, counts[1] = commas, counts[2] = quotes;
}
/* A comma counts as a quote, too, at one place in the middle. */
void by_ifs_unclosed(const uint8_t *p, uint32_t n, uint32_t *counts) {
    uint32_t lines = 0, commas = 0, quotes = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (p[i] == '\n')
            lines++;
        else if (p[i] == ',')
            commas++;
        if (p[i] == '"' || (p[i] == ',' && i == 37 && p[i - 1] == 1 && p[i + 1] == 2))
            quotes++;
    }
    counts[0] = lines, counts[1] = commas, counts[2] = quotes;
}

static inline uint32_t total(__m128i sums) {
    sums = _mm_sad_epu8(sums, _mm_setzero_si128());
    return (uint32_t)_mm_cvtsi128_si32(sums) + (uint32_t)_mm_extract_epi16(sums, 4);
}
/* A lane counts up to 255. */
static inline void count(const uint8_t *p, uint32_t n, uint32_t *counts, int rounds) {
    const uint8_t sought[3] = {'\n', ',', '"'};
    uint32_t i = 0;
    counts[0] = counts[1] = counts[2] = 0;
    while (n - i >= 16) {
        __m128i sums[3] = {_mm_setzero_si128(), _mm_setzero_si128(), _mm_setzero_si128()};
        for (int k = 0; k < rounds && n - i >= 16; k++, i += 16) {
            __m128i x = _mm_loadu_si128((const __m128i *)(p + i));
            for (int c = 0; c < 3; c++)
                sums[c] = _mm_sub_epi8(sums[c], _mm_cmpeq_epi8(x, _mm_set1_epi8(sought[c])));
        }
        for (int c = 0; c < 3; c++)
            counts[c] += total(sums[c]);
    }
    for (; i < n; i++)
        for (int c = 0; c < 3; c++)
            counts[c] += p[i] == sought[c];
}
void by_lanes(const uint8_t *p, uint32_t n, uint32_t *counts) { count(p, n, counts, 255); }
void by_lanes_too_long(const uint8_t *p, uint32_t n, uint32_t *counts) {
    count(p, n, counts, 256);
}

void by_masks(const uint8_t *p, uint32_t n, uint32_t *counts) {
    const uint8_t sought[3] = {'\n', ',', '"'};
    uint32_t i = 0;
    counts[0] = counts[1] = counts[2] = 0;
    for (; n - i >= 16; i += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(p + i));
        for (int c = 0; c < 3; c++) {
            __m128i found = _mm_cmpeq_epi8(x, _mm_set1_epi8(sought[c]));
            counts[c] += __builtin_popcount(_mm_movemask_epi8(found));
        }
    }
    for (; i < n; i++)
        for (int c = 0; c < 3; c++)
            counts[c] += p[i] == sought[c];
}
