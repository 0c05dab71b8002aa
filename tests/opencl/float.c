// Math, common and relational functions that are exact. Halves are computed as doubles,
// which holds every exact result of theirs.
#include "oracle.h"
#undef SIZES
#define SIZES(F, ...) F(1, __VA_ARGS__) F(3, __VA_ARGS__) F(8, __VA_ARGS__)

#define ulong_of(x) ({ ulong bits = 0; memcpy(&bits, &(x), sizeof(x)); bits; })

#define TRIALS 300
#define EQUAL_FLOAT(x, y) SAME_FLOAT(x, y)
#define EQUAL_ZEROS(x, y) (SAME_FLOAT(x, y) || (x) == (y))
#define EQUAL_INT(x, y) ((x) == (y))

#define ONE(N, name, T, R, same, expected)                                              \
    {                                                                                   \
        extern void shim_##name##_##T##_##N(const T *, R *);                            \
        for (int trial = 0; trial < TRIALS; trial++) {                                  \
            T a[N];                                                                     \
            R r[N];                                                                     \
            for (int i = 0; i < N; i++) a[i] = some_##T();                              \
            shim_##name##_##T##_##N(a, r);                                              \
            for (int i = 0; i < N; i++) {                                               \
                T x = a[i];                                                             \
                R wanted = (R)(expected);                                               \
                if (!same(r[i], wanted))                                                \
                    fail(#name " " #T #N, i, ulong_of(r[i]), ulong_of(wanted));         \
            }                                                                           \
        }                                                                               \
    }
#define TWO(N, name, T, U, some, R, same, expected)                                     \
    {                                                                                   \
        extern void shim_##name##_##T##_##N(const T *, const U *, R *);                 \
        for (int trial = 0; trial < TRIALS; trial++) {                                  \
            T a[N];                                                                     \
            U b[N];                                                                     \
            R r[N];                                                                     \
            for (int i = 0; i < N; i++) {                                               \
                a[i] = some_##T();                                                      \
                b[i] = random_bits() % 8 ? (U)some() : (U)a[i];                         \
            }                                                                           \
            shim_##name##_##T##_##N(a, b, r);                                           \
            for (int i = 0; i < N; i++) {                                               \
                T x = a[i];                                                             \
                U y = b[i];                                                             \
                R wanted = (R)(expected);                                               \
                if (!same(r[i], wanted))                                                \
                    fail(#name " " #T #N, i, ulong_of(r[i]), ulong_of(wanted));         \
            }                                                                           \
        }                                                                               \
    }
#define THREE(N, name, T, expected)                                                     \
    {                                                                                   \
        extern void shim_##name##_##T##_##N(const T *, const T *, const T *, T *);      \
        for (int trial = 0; trial < TRIALS; trial++) {                                  \
            T a[N], b[N], c[N], r[N];                                                   \
            for (int i = 0; i < N; i++)                                                 \
                a[i] = some_##T(), b[i] = some_##T(), c[i] = some_##T();                \
            shim_##name##_##T##_##N(a, b, c, r);                                        \
            for (int i = 0; i < N; i++) {                                               \
                T x = a[i], y = b[i], z = c[i];                                         \
                T wanted = expected;                                                    \
                if (!SAME_FLOAT(r[i], wanted))                                          \
                    fail(#name " " #T #N, i, ulong_of(r[i]), ulong_of(wanted));         \
            }                                                                           \
        }                                                                               \
    }
#define SECOND(N, name, T, R, same, expected, other)                                    \
    {                                                                                   \
        extern void shim_##name##_##T##_##N(const T *, T *, R *);                       \
        for (int trial = 0; trial < TRIALS; trial++) {                                  \
            T a[N], r[N];                                                               \
            R s[N];                                                                     \
            for (int i = 0; i < N; i++) a[i] = some_##T();                              \
            shim_##name##_##T##_##N(a, r, s);                                           \
            for (int i = 0; i < N; i++) {                                               \
                T x = a[i];                                                             \
                int exponent = 0;                                                       \
                double whole = 0;                                                       \
                T wanted = (T)(expected);                                               \
                R second = (R)(other);                                                  \
                if (!SAME_FLOAT(r[i], wanted))                                          \
                    fail(#name " " #T #N, i, ulong_of(r[i]), ulong_of(wanted));         \
                /* Exponents of NaNs and infinities are open. */                        \
                if (!same(s[i], second) && isfinite((double)x))                         \
                    fail("second of " #name " " #T #N, i, ulong_of(s[i]), ulong_of(second)); \
            }                                                                           \
        }                                                                               \
    }

static int some_exponent(void) { return (int)(random_bits() % 300) - 150; }
static int category(double x, int bytes) {
    double least = bytes == 2 ? 0x1p-14 : bytes == 4 ? 0x1p-126 : 0x1p-1022;
    return isnan(x) ? 0 : isinf(x) ? 1 : fabs(x) >= least ? 2 : 3;
}
// The neighbour by the order of bits.
#define NEIGHBOUR(T, B, x, y)                                                           \
    ({ T from = x, to = y, result;                                                      \
       B bits;                                                                          \
       if (from != from || to != to) result = (T)NAN;                                   \
       else if (from == to) result = to;                                                \
       else if (from == 0) { bits = 1; memcpy(&result, &bits, sizeof bits); if (to < 0) result = -result; } \
       else { memcpy(&bits, &from, sizeof bits);                                        \
              bits += (from < to) == (from > 0) ? 1 : -1; memcpy(&result, &bits, sizeof bits); } \
       result; })
static double fractional(double x) {
    if (isnan(x)) return x;
    if (isinf(x) || x == 0) return copysign(0, x);
    return x - floor(x);
}
#define EXTREME(x, y, less) (isfinite((double)x) && isfinite((double)y) ? (less ? y : x) : (__typeof__(x))0)

// Of the quotient seven bits and the sign.
static int quotient(double x, double y) {
    if (!isfinite(x) || y != y || y == 0) return 0;
    long double d = fabsl(y), m = fmodl(fabsl(x), 128 * d);
    long double rest = x < 0 ? -remainder(x, y) : remainder(x, y);
    int bits = isinf(y) ? 0 : (int)((m - rest) / d) & 127;
    return (x < 0) != (y < 0) ? -bits : bits;
}
// By reflection: the gamma functions of x and 1 - x have the sign of sin(pi x) as product.
static int gamma_sign(double x) {
    if (x != x || x == 0 || (x < 0 && x == floor(x))) return 0;
    double part = x - 2 * floor(x / 2);
    return x > 0 || part < 1 ? 1 : -1;
}
#define QUOTIENT(N, T)                                                                  \
    {                                                                                   \
        extern void shim_remquo_##T##_##N(const T *, const T *, T *, int *);            \
        for (int trial = 0; trial < TRIALS; trial++) {                                  \
            T a[N], b[N], r[N];                                                         \
            int q[N];                                                                   \
            for (int i = 0; i < N; i++) {                                               \
                b[i] = some_##T();                                                      \
                int near = random_bits() % 2;                                           \
                a[i] = near ? (T)(b[i] * (T)((int)(random_bits() % 999) - 500) / 2) : some_##T(); \
            }                                                                           \
            shim_remquo_##T##_##N(a, b, r, q);                                          \
            for (int i = 0; i < N; i++) {                                               \
                T x = a[i], y = b[i], wanted = (T)remainder((double)x, (double)y);      \
                if (!SAME_FLOAT(r[i], wanted))                                          \
                    fail("remquo " #T, i, ulong_of(r[i]), ulong_of(wanted));            \
                int bits = quotient((double)x, (double)y);                              \
                if (q[i] != bits) fail("quotient " #T, i, (ulong)q[i], (ulong)bits);    \
            }                                                                           \
        }                                                                               \
    }

#define SIGNS(N, T, I, MINUS)                                                           \
    ONE(N, isnan, T, I, EQUAL_INT, MINUS(category(x, sizeof x) == 0))                   \
    ONE(N, isinf, T, I, EQUAL_INT, MINUS(category(x, sizeof x) == 1))                   \
    ONE(N, isfinite, T, I, EQUAL_INT, MINUS(category(x, sizeof x) > 1))                 \
    ONE(N, isnormal, T, I, EQUAL_INT, MINUS(category(x, sizeof x) == 2))                \
    ONE(N, signbit, T, I, EQUAL_INT, MINUS((signbit((double)x) != 0)))                  \
    TWO(N, isequal, T, T, some_##T, I, EQUAL_INT, MINUS((x == y)))                      \
    TWO(N, isless, T, T, some_##T, I, EQUAL_INT, MINUS((x < y)))                        \
    TWO(N, islessgreater, T, T, some_##T, I, EQUAL_INT, MINUS((x < y || x > y)))        \
    TWO(N, isunordered, T, T, some_##T, I, EQUAL_INT, MINUS((x != x || y != y)))
#define SAME(x) (x)
#define NEGATED(x) -(x)

#define TYPE(T, B, I, DIGITS, FMOD, REMAINDER)                                          \
    static void check_##T(void) {                                                       \
        SIZES(ONE, ceil, T, T, EQUAL_FLOAT, ceil((double)x))                            \
        SIZES(ONE, floor, T, T, EQUAL_FLOAT, floor((double)x))                          \
        SIZES(ONE, trunc, T, T, EQUAL_FLOAT, trunc((double)x))                          \
        SIZES(ONE, round, T, T, EQUAL_FLOAT, round((double)x))                          \
        SIZES(ONE, rint, T, T, EQUAL_FLOAT, rint((double)x))                            \
        SIZES(ONE, fabs, T, T, EQUAL_FLOAT, fabs((double)x))                            \
        SIZES(ONE, logb, T, T, EQUAL_FLOAT, logb((double)x))                            \
        SIZES(ONE, ilogb, T, int, EQUAL_INT,                                            \
            x != x ? 0x7fffffff : x == 0 ? -0x7fffffff - 1                              \
            : isinf((double)x) ? 0x7fffffff : (int)logb((double)x))                     \
        SIZES(ONE, sign, T, T, EQUAL_FLOAT, x != x ? 0 : x > 0 ? 1 : x < 0 ? -1 : x)    \
        SIZES(TWO, copysign, T, T, some_##T, T, EQUAL_FLOAT, copysign((double)x, (double)y)) \
        SIZES(TWO, fmod, T, T, some_##T, T, EQUAL_FLOAT, FMOD)                          \
        SIZES(TWO, remainder, T, T, some_##T, T, EQUAL_FLOAT, REMAINDER)                \
        SIZES(TWO, ldexp, T, int, some_exponent, T, EQUAL_FLOAT, ldexp##B)              \
        SIZES(TWO, nextafter, T, T, some_##T, T, EQUAL_FLOAT, NEIGHBOUR(T, B, x, y))    \
        SIZES(TWO, fdim, T, T, some_##T, T, EQUAL_FLOAT,                                \
            x != x || y != y ? (T)NAN : x > y ? (T)(x - y) : (T)0)                      \
        SIZES(TWO, fmax, T, T, some_##T, T, EQUAL_ZEROS, fmax((double)x, (double)y))    \
        SIZES(TWO, fmin, T, T, some_##T, T, EQUAL_ZEROS, fmin((double)x, (double)y))    \
        SIZES(TWO, maxmag, T, T, some_##T, T, EQUAL_ZEROS,                              \
            fabs((double)x) > fabs((double)y) ? (double)x                               \
            : fabs((double)y) > fabs((double)x) ? (double)y : fmax((double)x, (double)y)) \
        SIZES(TWO, minmag, T, T, some_##T, T, EQUAL_ZEROS,                              \
            fabs((double)x) < fabs((double)y) ? (double)x                               \
            : fabs((double)y) < fabs((double)x) ? (double)y : fmin((double)x, (double)y)) \
        SIZES(TWO, max, T, T, some_##T, T, EQUAL_FLOAT, EXTREME(x, y, x < y))           \
        SIZES(TWO, min, T, T, some_##T, T, EQUAL_FLOAT, EXTREME(x, y, y < x))           \
        SIZES(TWO, step, T, T, some_##T, T, EQUAL_FLOAT, y < x ? 0 : 1)                 \
        SIZES(THREE, bitselect, T, ({ B p = (B)ulong_of(x), q = (B)ulong_of(y),         \
            m = (B)ulong_of(z), w = (q & m) | (p & ~m);                                 \
            T result; memcpy(&result, &w, sizeof w); result; }))                        \
        SIZES(SECOND, frexp, T, int, EQUAL_INT, frexp((double)x, &exponent), exponent)  \
        SIZES(SECOND, modf, T, T, EQUAL_FLOAT, modf((double)x, &whole), whole)          \
        SIZES(SECOND, fract, T, T, EQUAL_FLOAT, FRACT(T, DIGITS, x), floor((double)x))  \
        SIZES(SECOND, lgamma_r, T, int, EQUAL_INT, 0, gamma_sign((double)x))            \
        SIZES(QUOTIENT, T)                                                              \
        SIGNS(1, T, int, SAME) SIGNS(2, T, I, NEGATED) SIGNS(3, T, I, NEGATED)          \
        SIGNS(4, T, I, NEGATED) SIGNS(8, T, I, NEGATED) SIGNS(16, T, I, NEGATED)        \
    }
// Less than one, whatever rounding makes of it.
#define FRACT(T, DIGITS, x)                                                             \
    ({ T rest = (T)fractional((double)x), most = (T)(1 - ldexp(1, -DIGITS));    \
       rest < most || rest != rest ? rest : most; })
#define ldexpushort (half)ldexp((double)x, y)
#define ldexpuint ldexpf(x, y)
#define ldexpulong ldexp(x, y)
TYPE(half, ushort, short, 11, fmod((double)x, (double)y), remainder((double)x, (double)y))
TYPE(float, uint, int, 24, fmodf(x, y), remainderf(x, y))
TYPE(double, ulong, long, 53, fmod(x, y), remainder(x, y))

int main(void) {
    check_half(), check_float(), check_double();
    // Of halves, code generation rounds twice.
    SIZES(THREE, fma, float, fmaf(x, y, z))
    SIZES(THREE, fma, double, fma(x, y, z))
    return failures != 0;
}
