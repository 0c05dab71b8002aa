// Relational functions (6.15.6): true is 1 for scalars and -1 for the lanes of vectors.

#include "device.h"

#define FLOATS(E, F) \
    E(F, half, short, int) E(F, float, int, int) E(F, double, long, int)
#define APPLY_VECTOR(F, T, I, R) EACH_VECTOR(F, T, I)
#define SCALAR(F, T, I, R) F(T, I)

// A comparison of vectors already gives lanes of -1 and 0.
#define COMPARE(name, condition)                                                        \
    PURE int name(half x, half y) { return condition; }                                 \
    PURE int name(float x, float y) { return condition; }                               \
    PURE int name(double x, double y) { return condition; }                             \
    EACH_VECTOR(COMPARE_LANES, half, short, name, condition)                            \
    EACH_VECTOR(COMPARE_LANES, float, int, name, condition)                             \
    EACH_VECTOR(COMPARE_LANES, double, long, name, condition)
#define COMPARE_LANES(N, T, I, name, condition) \
    PURE I##N name(T##N x, T##N y) { return condition; }
COMPARE(isequal, x == y)
COMPARE(isnotequal, x != y)
COMPARE(isgreater, x > y)
COMPARE(isgreaterequal, x >= y)
COMPARE(isless, x < y)
COMPARE(islessequal, x <= y)
COMPARE(islessgreater, (x < y) | (x > y))
COMPARE(isordered, (x == x) & (y == y))
COMPARE(isunordered, (x != x) | (y != y))

// Classification by the bits of the magnitude: NaNs are above infinity.
#define CLASSES(T, I, INFINITE, NORMAL)                                                 \
    PURE int signbit(T x) { return as_##I(x) < 0; }                                     \
    PURE int isnan(T x) { return x != x; }                                              \
    PURE int isinf(T x) { return (I)(as_##I(x) & ~((I)1 << (sizeof(T) * 8 - 1))) == INFINITE; } \
    PURE int isfinite(T x) { return (I)(as_##I(x) & ~((I)1 << (sizeof(T) * 8 - 1))) < INFINITE; } \
    PURE int isnormal(T x) {                                                            \
        I magnitude = (I)(as_##I(x) & ~((I)1 << (sizeof(T) * 8 - 1)));                  \
        return magnitude >= NORMAL && magnitude < INFINITE;                             \
    }
CLASSES(half, short, (short)0x7c00, (short)0x0400)
CLASSES(float, int, 0x7f800000, 0x00800000)
CLASSES(double, long, 0x7ff0000000000000L, 0x0010000000000000L)
#define LANE_CLASS(N, T, I)                                                             \
    PURE I##N signbit(T##N x) { return -MAP1(N, I, (I)signbit, x); }                    \
    PURE I##N isnan(T##N x) { return x != x; }                                          \
    PURE I##N isinf(T##N x) { return -MAP1(N, I, (I)isinf, x); }                        \
    PURE I##N isfinite(T##N x) { return -MAP1(N, I, (I)isfinite, x); }                  \
    PURE I##N isnormal(T##N x) { return -MAP1(N, I, (I)isnormal, x); }
FLOATS(APPLY_VECTOR, LANE_CLASS)

// Whether any sign bit, or every sign bit, is set.
#define SIGNED(F, ...) F(char, __VA_ARGS__) F(short, __VA_ARGS__) F(int, __VA_ARGS__) F(long, __VA_ARGS__)
#define OF_SIGNS(T, ...)                                                                \
    PURE int any(T x) { return x < (T)0; }                                              \
    PURE int all(T x) { return x < (T)0; }                                              \
    PURE int any(T##2 x) { return any((T)(x.s0 | x.s1)); }                              \
    PURE int all(T##2 x) { return all((T)(x.s0 & x.s1)); }                              \
    PURE int any(T##3 x) { return any((T)(x.s0 | x.s1 | x.s2)); }                       \
    PURE int all(T##3 x) { return all((T)(x.s0 & x.s1 & x.s2)); }                       \
    PURE int any(T##4 x) { return any(x.lo | x.hi); }                                   \
    PURE int all(T##4 x) { return all(x.lo & x.hi); }                                   \
    PURE int any(T##8 x) { return any(x.lo | x.hi); }                                   \
    PURE int all(T##8 x) { return all(x.lo & x.hi); }                                   \
    PURE int any(T##16 x) { return any(x.lo | x.hi); }                                  \
    PURE int all(T##16 x) { return all(x.lo & x.hi); }
SIGNED(OF_SIGNS)

#define BITSELECT(N, T, I)                                                              \
    PURE T##N bitselect(T##N x, T##N y, T##N mask) {                                    \
        I##N a = as_##I##N(x), b = as_##I##N(y), c = as_##I##N(mask);                   \
        return as_##T##N((I##N)((b & c) | (a & ~c)));                                   \
    }
// The condition of scalars is any non-zero value, that of vectors the sign of each lane.
#define SELECT(T, C) PURE T select(T x, T y, C c) { return c ? y : x; }
#define SELECT_LANES(N, T, C, I)                                                        \
    PURE T##N select(T##N x, T##N y, C##N c) { return as_##I##N(c) < (I##N)0 ? y : x; }
#define CHOICE(T, I, U)                                                                 \
    EACH_SIZE(BITSELECT, T, I)                                                          \
    SELECT(T, I) SELECT(T, U)                                                           \
    EACH_VECTOR(SELECT_LANES, T, I, I) EACH_VECTOR(SELECT_LANES, T, U, I)
CHOICE(char, char, uchar)
CHOICE(uchar, char, uchar)
CHOICE(short, short, ushort)
CHOICE(ushort, short, ushort)
CHOICE(int, int, uint)
CHOICE(uint, int, uint)
CHOICE(long, long, ulong)
CHOICE(ulong, long, ulong)
CHOICE(half, short, ushort)
CHOICE(float, int, uint)
CHOICE(double, long, ulong)
