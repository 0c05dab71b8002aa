// simdiff: check --reference combine --port combine_switch => equivalent
// simdiff: check --reference combine --port combine_last => different "MULTIPLY"
// simdiff: check --reference combine --port combine_first => different
// simdiff: check --reference combine --port combine_last --arg 'how=enum:PLUS|MINUS' => equivalent
// simdiff: check --reference spread --port spread_sparse => different
// simdiff: check --reference options --port options_together => different
// simdiff: check --reference options --port options_together --arg 'set=enum:LEFT|RIGHT|BOTH_NOT' => equivalent
// simdiff: check --reference scale --port scale_rounded => different
// simdiff: check --reference scale --port scale_same => equivalent
// simdiff: check --reference channels --port channels_last => different "c = 1, 3..4"
// Enumerations, flags and truth values take all of their values.

#include <stdbool.h>
#include <stdint.h>

enum how { PLUS, MINUS, EXCLUSIVE, MULTIPLY };

uint32_t combine(enum how how, uint32_t x, uint32_t y) {
    return how == PLUS ? x + y : how == MINUS ? x - y : how == EXCLUSIVE ? x ^ y : x * y;
}

uint32_t combine_switch(enum how how, uint32_t x, uint32_t y) {
    switch (how) {
    case PLUS: return y + x;
    case MINUS: return x - y;
    case EXCLUSIVE: return (x | y) & ~(x & y);
    default: return y * x;
    }
}

uint32_t combine_last(enum how how, uint32_t x, uint32_t y) {
    switch (how) {
    case PLUS: return x + y;
    case MINUS: return x - y;
    case EXCLUSIVE: return x ^ y;
    default: return x * x;
    }
}

uint32_t combine_first(enum how how, uint32_t x, uint32_t y) {
    const uint32_t all[4] = {x | y, x - y, x ^ y, x * y};
    return all[how];
}

enum spread { NEAR = 1, FAR = 40, FARTHEST = 1000 };

int spread(enum spread s) { return s == NEAR ? 1 : s == FAR ? 2 : 3; }

int spread_sparse(enum spread s) { return s < FAR ? 1 : 2; }

enum options { NONE = 0, LEFT = 1, RIGHT = 2, BOTH_NOT = 4 };

int options(enum options set, int x) {
    if (set & LEFT)
        x ^= 5;
    if (set & RIGHT)
        x ^= 9;
    return set & BOTH_NOT ? ~x : x;
}

int options_together(enum options set, int x) {
    switch (set) {
    case LEFT: return x ^ 5;
    case RIGHT: return x ^ 9;
    case BOTH_NOT: return ~x;
    default: return x;
    }
}

void scale(int16_t *out, const int16_t *in, int n, int do_round, bool twice) {
    for (int i = 0; i < n; i++)
        out[i] = (int16_t)((in[i] + (do_round ? 4 : 0)) >> (twice ? 2 : 3));
}

void scale_rounded(int16_t *out, const int16_t *in, int n, int do_round, bool twice) {
    for (int i = 0; i < n; i++)
        out[i] = (int16_t)((in[i] + (do_round && !twice ? 4 : 0)) >> (twice ? 2 : 3));
}

void scale_same(int16_t *out, const int16_t *in, int n, int do_round, bool twice) {
    int more = do_round ? 4 : 0, by = 3 - twice;
    for (int i = 0; i < n; i++)
        out[i] = (int16_t)((in[i] + more) >> by);
}

enum channels { GREY = 1, COLOUR = 3, COLOUR_AND_ALPHA = 4 };

void channels(uint8_t *out, const uint8_t *in, int n, enum channels c) {
    for (int i = 0; i < n * (int)c; i++)
        out[i] = (uint8_t)(255 - in[i]);
}

void channels_last(uint8_t *out, const uint8_t *in, int n, enum channels c) {
    for (int i = 0; i < n * (int)c; i++)
        out[i] = c == COLOUR_AND_ALPHA && i % 4 == 3 ? in[i] : (uint8_t)(255 - in[i]);
}
