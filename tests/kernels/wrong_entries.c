// simdiff: check --cflags -mssse3 --reference level --port level_of_table => different "wrong_entries.c:29:" "they agree with 243 in place of 234 as levels[4]"
// simdiff: check --cflags -mssse3 --reference turned --port turned_by_map => different "wrong_entries.c:45:" "they agree with 7 in place of 8 as"
// simdiff: check --cflags -mssse3 --reference rounded --port rounded_by_rules => different "wrong_entries.c:59:" "they agree with 2 in place of 3 as"
// simdiff: check --cflags -mssse3 --reference ordered --port ordered_by_table => different "wrong_entries.c:73:" "order[4] and order[5]"
// simdiff: check --cflags -mssse3 --reference nibble --port nibble_by_table => different "wrong_entries.c:96:" "they agree with 0xc18c in place of"
// simdiff: check --reference ones --port ones_of_table --cflags -mssse3 => different "wrong_entries.c:115:" "they agree with 3 in place of 2 as"
// simdiff: check --cflags -mssse3 --reference level --port level_of_few => different "wrong_entries.c:140:" "they agree with 7 in place of 3 here"
// A table with a wrong entry: the report names the line of that, and the entry.
#include <immintrin.h>
#include <stdint.h>

int level(unsigned m) {
    switch (m & 7) {
    case 0: return 3;
    case 1: return 9;
    case 2: return 27;
    case 3: return 81;
    case 4: return 243;
    case 5: return 729;
    default: return 2187;
    }
}

int level_of_table(unsigned m) {
    static const int levels[8] = {
        3, 9,
        27, // the third
        81,
        234,
        729, 2187, 2187,
    };
    return levels[m & 7];
}

void turned(int *d, const int *s) {
    for (int y = 0; y < 3; y++) {
        for (int x = 0; x < 3; x++) {
            d[3 * y + x] = s[3 * x + y];
        }
    }
}

void turned_by_map(int *d, const int *s) {
    const int8_t map[3][3] = {{0, 3, 6},
                              {1, 4, 8},
                              {2, 5, 8}};
    for (int y = 0; y < 3; y++) {
        for (int x = 0; x < 3; x++) {
            d[3 * y + x] = s[map[y][x]];
        }
    }
}

typedef struct {
    uint16_t add;
    uint8_t shift;
} rule;
static const rule rules[4] = {{.add = 0, .shift = 0}, {.add = 1, .shift = 1},
                              {.add = 2, .shift = 3}, {.add = 4, .shift = 3}};

uint32_t rounded(uint32_t v, unsigned k) {
    k &= 3;
    v &= 0xffff;
    return (v + (k ? 1u << (k - 1) : 0)) >> k;
}

uint32_t rounded_by_rules(uint32_t v, unsigned k) {
    const rule *r = &rules[k & 3];
    return ((v & 0xffff) + r->add) >> r->shift;
}

static const uint8_t order[8] = {0, 4, 1, 5,
                                 6, 2, 3, 7};

void ordered(short *d, const short *s) {
    for (int i = 0; i < 8; i++) {
        d[i] = s[(i & 1) * 4 + i / 2];
    }
}

void ordered_by_table(short *d, const short *s) {
    for (int i = 0; i < 8; i++) {
        d[i] = s[order[i]];
    }
}

uint16_t nibble(uint16_t c) {
    for (int k = 0; k < 4; k++) {
        c = (uint16_t)(c & 0x8000 ? c << 1 ^ 0x1021 : c << 1);
    }
    return c;
}

static const uint16_t nibbles[16] = {
    0x0000, 0x1021, 0x2042, 0x3063, 0x4084, 0x50a5, 0x60c6, 0x70e7,
    0x8108, 0x9129, 0xa14a, 0xb16b, 0xc1bc, 0xd1ad, 0xe1ce, 0xf1ef,
};

uint16_t nibble_by_table(uint16_t c) {
    return (uint16_t)(c << 4 ^ nibbles[c >> 12]);
}

int ones(const uint8_t *s, int n) {
    int count = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 8; k++) {
            count += s[i] >> k & 1;
        }
    }
    return count;
}

static const uint8_t counts[16] __attribute__((aligned(16))) = {
    0, 1, 1, 2, 1, 2, 2, 3,
    1, 2, 2, 3, 2, 3, 2, 4};

int ones_of_table(const uint8_t *s, int n) {
    const __m128i t = _mm_load_si128((const __m128i *)counts);
    const __m128i m = _mm_set1_epi8(15);
    __m128i acc = _mm_setzero_si128();
    int i = 0;
    for (; i + 16 <= n; i += 16) {
        __m128i v = _mm_loadu_si128((const __m128i *)(s + i));
        __m128i lo = _mm_shuffle_epi8(t, _mm_and_si128(v, m));
        __m128i hi = _mm_shuffle_epi8(t, _mm_and_si128(_mm_srli_epi16(v, 4), m));
        acc = _mm_add_epi64(acc, _mm_sad_epu8(_mm_add_epi8(lo, hi), _mm_setzero_si128()));
    }
    int count = _mm_cvtsi128_si32(acc) + _mm_cvtsi128_si32(_mm_srli_si128(acc, 8));
    for (; i < n; i++) {
        count += __builtin_popcount(s[i]);
    }
    return count;
}

// The table is right.
int level_of_few(unsigned m) {
    static const int levels[8] = {
        3, 9, 27, 81, 243, 729, 2187, 2187,
    };
    return levels[m & 3];
}
