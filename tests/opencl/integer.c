// Integer functions against arithmetic of 128 bits.
#include "oracle.h"

typedef __int128 wide;
typedef unsigned __int128 uwide;

static wide limit(wide x, wide least, wide most) { return x < least ? least : x > most ? most : x; }

#define ONE(N, name, T, R, expected)                                                    \
    {                                                                                   \
        extern void shim_##name##_##T##_##N(const T *, R *);                            \
        for (int trial = 0; trial < 200; trial++) {                                     \
            T a[N];                                                                     \
            R r[N];                                                                     \
            for (int i = 0; i < N; i++) a[i] = (T)some_bits();                          \
            shim_##name##_##T##_##N(a, r);                                              \
            for (int i = 0; i < N; i++) {                                               \
                T x = a[i];                                                             \
                R wanted = (R)(expected);                                               \
                if (r[i] != wanted) fail(#name " " #T #N, i, (ulong)r[i], (ulong)wanted); \
            }                                                                           \
        }                                                                               \
    }
#define TWO(N, name, T, U, R, expected)                                                 \
    {                                                                                   \
        extern void shim_##name##_##T##_##N(const T *, const U *, R *);                 \
        for (int trial = 0; trial < 200; trial++) {                                     \
            T a[N];                                                                     \
            U b[N];                                                                     \
            R r[N];                                                                     \
            for (int i = 0; i < N; i++) a[i] = (T)some_bits(), b[i] = (U)some_bits();   \
            shim_##name##_##T##_##N(a, b, r);                                           \
            for (int i = 0; i < N; i++) {                                               \
                T x = a[i];                                                             \
                U y = b[i];                                                             \
                R wanted = (R)(expected);                                               \
                if (r[i] != wanted) fail(#name " " #T #N, i, (ulong)r[i], (ulong)wanted); \
            }                                                                           \
        }                                                                               \
    }
#define THREE(N, name, T, expected)                                                     \
    {                                                                                   \
        extern void shim_##name##_##T##_##N(const T *, const T *, const T *, T *);      \
        for (int trial = 0; trial < 200; trial++) {                                     \
            T a[N], b[N], c[N], r[N];                                                   \
            for (int i = 0; i < N; i++)                                                 \
                a[i] = (T)some_bits(), b[i] = (T)some_bits(), c[i] = (T)some_bits();    \
            shim_##name##_##T##_##N(a, b, c, r);                                        \
            for (int i = 0; i < N; i++) {                                               \
                T x = a[i], y = b[i], z = c[i];                                         \
                T wanted = (T)(expected);                                               \
                if (r[i] != wanted) fail(#name " " #T #N, i, (ulong)r[i], (ulong)wanted); \
            }                                                                           \
        }                                                                               \
    }

static int zeros(uwide bits, int width, int from_top) {
    int count = 0;
    while (count < width && !(bits >> (from_top ? width - 1 - count : count) & 1)) count++;
    return count;
}
static int ones(uwide bits) {
    int count = 0;
    for (; bits; bits >>= 1) count += (int)(bits & 1);
    return count;
}

// The bounds of 64 unsigned bits fit a sum of 128 signed ones, but not a product.
#define TYPE(T, U, BITS, LEAST, MOST)                                                   \
    static void check_##T(void) {                                                       \
        SIZES(ONE, abs, T, U, (wide)x < 0 ? -(wide)x : (wide)x)                         \
        SIZES(ONE, clz, T, T, zeros((U)x, BITS, 1))                                     \
        SIZES(ONE, ctz, T, T, zeros((U)x, BITS, 0))                                     \
        SIZES(ONE, popcount, T, T, ones((U)x))                                          \
        SIZES(TWO, abs_diff, T, T, U, x > y ? (wide)x - y : (wide)y - x)                \
        SIZES(TWO, add_sat, T, T, T, limit((wide)x + y, LEAST, MOST))                   \
        SIZES(TWO, sub_sat, T, T, T, limit((wide)x - y, LEAST, MOST))                   \
        SIZES(TWO, hadd, T, T, T, ((wide)x + y) >> 1)                                   \
        SIZES(TWO, rhadd, T, T, T, ((wide)x + y + 1) >> 1)                              \
        SIZES(TWO, max, T, T, T, x > y ? x : y)                                         \
        SIZES(TWO, min, T, T, T, x < y ? x : y)                                         \
        SIZES(TWO, mul_hi, T, T, T, HIGH(x, y, BITS, LEAST))                            \
        SIZES(TWO, rotate, T, T, T, ROTATE(U, x, y, BITS))                              \
        SIZES(THREE, mad_hi, T, (U)HIGH(x, y, BITS, LEAST) + (U)z)                      \
        SIZES(THREE, mad_sat, T, MAD_SAT(x, y, z, LEAST, MOST))                         \
    }
#define HIGH(x, y, BITS, LEAST) \
    (LEAST < 0 ? (wide)x * (wide)y >> BITS : (wide)((uwide)x * (uwide)y >> BITS))
#define ROTATE(U, x, y, BITS) \
    ((uwide)(U)x << (y & (BITS - 1)) | (uwide)(U)x >> (BITS - (y & (BITS - 1))))
#define MAD_SAT(x, y, z, LEAST, MOST)                                                   \
    (LEAST < 0 ? limit((wide)x * (wide)y + (wide)z, LEAST, MOST)                        \
        : (uwide)x * (uwide)y + (uwide)z > (uwide)(MOST) ? (wide)(MOST)                 \
        : (wide)((uwide)x * (uwide)y + (uwide)z))

TYPE(char, uchar, 8, -128, 127)
TYPE(uchar, uchar, 8, 0, 255)
TYPE(short, ushort, 16, -32768, 32767)
TYPE(ushort, ushort, 16, 0, 65535)
TYPE(int, uint, 32, (-(wide)1 << 31), ((wide)1 << 31) - 1)
TYPE(uint, uint, 32, 0, ((wide)1 << 32) - 1)
TYPE(long, ulong, 64, (-(wide)1 << 63), ((wide)1 << 63) - 1)
TYPE(ulong, ulong, 64, 0, ((wide)1 << 64) - 1)

int main(void) {
    check_char(), check_uchar(), check_short(), check_ushort();
    check_int(), check_uint(), check_long(), check_ulong();
    SIZES(TWO, upsample, char, uchar, short, (wide)x * 256 + y)
    SIZES(TWO, upsample, uchar, uchar, ushort, (wide)x * 256 + y)
    SIZES(TWO, upsample, short, ushort, int, (wide)x * 65536 + y)
    SIZES(TWO, upsample, ushort, ushort, uint, (wide)x * 65536 + y)
    SIZES(TWO, upsample, int, uint, long, ((wide)x << 32) + y)
    SIZES(TWO, upsample, uint, uint, ulong, ((wide)x << 32) + y)
    SIZES(TWO, mul24, int, int, int, (uint)x * (uint)y)
    SIZES(TWO, mul24, uint, uint, uint, x * y)
    return failures != 0;
}
