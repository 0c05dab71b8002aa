// What the oracles of builtins share: types, values to try, and how a mismatch is told.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef _Float16 half;

#define SIZES(F, ...) F(1, __VA_ARGS__) F(2, __VA_ARGS__) F(3, __VA_ARGS__) \
    F(4, __VA_ARGS__) F(8, __VA_ARGS__) F(16, __VA_ARGS__)

static ulong seed = 0x9e3779b97f4a7c15;
static ulong random_bits(void) {
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return seed * 0x2545f4914f6cdd1d;
}

// Random bits, small numbers, and the neighbours of powers of two.
static ulong some_bits(void) {
    ulong choice = random_bits();
    switch (choice % 4) {
    case 0: return random_bits();
    case 1: return (ulong)((long)(random_bits() % 9) - 4);
    case 2: return ((ulong)1 << (random_bits() % 64)) + random_bits() % 3 - 1;
    default: return random_bits() >> (random_bits() % 64);
    }
}

// Random bits, special values, small integers and halves.
static double special(int which) {
    static const double all[] = { 0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, 2.5, 0x1p-149, 0x1p-126,
        0x1p-24, 0x1p-14, 65504, 65519, 65520, 0x1.fffffep127, 0x1p31, 0x1p32, 0x1p63, 0x1p64,
        -0x1p31, -0x1p63, 127.5, 128.5, 255.5, 256, 32767.5, 65535.5, INFINITY, -INFINITY, NAN,
        2147483647.5, 4294967295.5, 0x1.fffffffffffffp-2, 0x1.fffffep-1 };
    return all[which % (int)(sizeof all / sizeof *all)];
}
#define SOME_FLOAT(T, BITS)                                                             \
    static T some_##T(void) {                                                           \
        ulong choice = random_bits();                                                   \
        BITS bits = (BITS)random_bits();                                                \
        T value;                                                                        \
        memcpy(&value, &bits, sizeof value);                                            \
        switch (choice % 4) {                                                           \
        /* What becomes of signalling NaNs is open. */                                  \
        case 0: return value != value ? (T)NAN : value;                                 \
        case 1: return (T)special((int)(random_bits() % 1000));                         \
        case 2: return (T)((double)((long)(random_bits() % 2001) - 1000) / 4);          \
        default: return (T)ldexp((double)(long)random_bits(), (int)(random_bits() % 70) - 68); \
        }                                                                               \
    }
SOME_FLOAT(half, ushort)
SOME_FLOAT(float, uint)
SOME_FLOAT(double, ulong)

static int failures;
static void fail(const char *what, int lane, ulong got, ulong expected) {
    if (failures++ < 20)
        printf("%s, lane %d: %#lx instead of %#lx\n", what, lane, got, expected);
}

// Equal bits, but for NaNs.
#define SAME_FLOAT(x, y) (((x) != (x) && (y) != (y)) || !memcmp(&(x), &(y), sizeof(x)))
