// Conversions to TO against the x87 unit, which holds every source exactly and rounds in
// any direction. Halves are looked up in the list of all of them.
#include "oracle.h"
#undef SIZES
#define SIZES(F, ...) F(1, __VA_ARGS__) F(3, __VA_ARGS__) F(8, __VA_ARGS__)
#include <fenv.h>
#pragma STDC FENV_ACCESS ON

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define TEXT_(a) #a
#define TEXT(a) TEXT_(a)

static double half_value(int bits) {
    int exponent = bits >> 10 & 31, digits = bits & 1023;
    return exponent ? ldexp(1024 + digits, exponent - 25) : ldexp(digits, -24);
}

// The half that a number is rounded to, as bits.
__attribute__((unused)) static ushort to_half(long double x, int direction) {
    if (x != x)
        return 0x7e00;
    int negative = signbit(x) != 0;
    long double size = fabsl(x);
    if (isinf(x))
        return (ushort)(0x7c00 | negative << 15);
    int below = 0, above = 0x7c00;
    // The largest that is not above, infinity being out of reach.
    while (above - below > 1) {
        int middle = (below + above) / 2;
        if (half_value(middle) <= size) below = middle; else above = middle;
    }
    long double low = half_value(below), high = above == 0x7c00 ? 65536 : half_value(above);
    int result = below;
    int up = direction == FE_UPWARD && !negative || direction == FE_DOWNWARD && negative;
    if (size != low) {
        long double middle = (low + high) / 2;
        if (direction == FE_TONEAREST)
            result = size > middle || size == middle && (below & 1) ? above : below;
        else if (up)
            result = above;
    }
    return (ushort)(result | negative << 15);
}


#ifdef INTEGER
static int differs(TO got, volatile long double x, int direction, int sat, int from_float) {
    if (from_float) {
        fesetround(direction);
        x = nearbyintl(x);
        fesetround(FE_TONEAREST);
    }
    volatile long double least = (long double)(TO)LEAST, most = (long double)(TO)MOST;
    if (sat)
        return got != (x != x ? 0 : x < least ? (TO)LEAST : x > most ? (TO)MOST : (TO)x);
    // Out of range, anything may come of floats.
    return x >= least && x <= most && got != (TO)x;
}
#define MODES(N, S)                                                                     \
    MODE(N, S, , FE_TOWARDZERO, 0) MODE(N, S, _rte, FE_TONEAREST, 0)                    \
    MODE(N, S, _rtz, FE_TOWARDZERO, 0) MODE(N, S, _rtp, FE_UPWARD, 0)                   \
    MODE(N, S, _rtn, FE_DOWNWARD, 0) MODE(N, S, _sat, FE_TOWARDZERO, 1)                 \
    MODE(N, S, _sat_rte, FE_TONEAREST, 1) MODE(N, S, _sat_rtz, FE_TOWARDZERO, 1)        \
    MODE(N, S, _sat_rtp, FE_UPWARD, 1) MODE(N, S, _sat_rtn, FE_DOWNWARD, 1)
#else
static TO rounded(volatile long double x, int direction) {
#ifdef HALF
    ushort bits = to_half(x, direction);
    TO result;
    memcpy(&result, &bits, sizeof bits);
    return result;
#else
    fesetround(direction);
    volatile TO result = (TO)x;
    fesetround(FE_TONEAREST);
    return result;
#endif
}
#define EXPECT(S, got, x, direction, sat)                                               \
    ({ TO wanted = rounded(x, direction), have = got; !SAME_FLOAT(have, wanted); })
#define MODES(N, S)                                                                     \
    MODE(N, S, , FE_TONEAREST, 0) MODE(N, S, _rte, FE_TONEAREST, 0)                     \
    MODE(N, S, _rtz, FE_TOWARDZERO, 0) MODE(N, S, _rtp, FE_UPWARD, 0)                   \
    MODE(N, S, _rtn, FE_DOWNWARD, 0)
#endif

#define MODE(N, S, suffix, direction, sat)                                              \
    {                                                                                   \
        extern void JOIN(JOIN(shim_, TO), suffix##_from_##S##_##N)(const S *, TO *);    \
        for (int trial = 0; trial < 100; trial++) {                                     \
            S a[N];                                                                     \
            TO r[N];                                                                    \
            for (int i = 0; i < N; i++) a[i] = SOME_##S();                              \
            JOIN(JOIN(shim_, TO), suffix##_from_##S##_##N)(a, r);                       \
            for (int i = 0; i < N; i++) {                                               \
                S value = a[i];                                                         \
                volatile long double x = (long double)value;                            \
                if (BAD(S, r[i], x, value, direction, sat)) {                           \
                    ulong bits = 0, got = 0;                                            \
                    memcpy(&bits, &a[i], sizeof a[i]);                                  \
                    memcpy(&got, &r[i], sizeof r[i]);                                   \
                    fail(TEXT(TO) #suffix " of " #S #N " (got, source)", i, got, bits); \
                }                                                                       \
            }                                                                           \
        }                                                                               \
    }
#ifdef INTEGER
// Integers that are not saturated keep their low bits.
#define BAD(S, got, x, value, direction, sat)                                           \
    ((S)0.5 != 0 || sat ? differs(got, x, direction, sat, (S)0.5 != 0) : got != (TO)value)
#else
#define BAD(S, got, x, value, direction, sat) EXPECT(S, got, x, direction, sat)
#endif
#define SOME_char() (char)some_bits()
#define SOME_uchar() (uchar)some_bits()
#define SOME_short() (short)some_bits()
#define SOME_ushort() (ushort)some_bits()
#define SOME_int() (int)some_bits()
#define SOME_uint() (uint)some_bits()
#define SOME_long() (long)some_bits()
#define SOME_ulong() (ulong)some_bits()
#define SOME_half() some_half()
#define SOME_float() some_float()
#define SOME_double() some_double()
#define SOURCE(S) \
    static void from_##S(void) { SIZES(MODES, S) }
SOURCE(char) SOURCE(uchar) SOURCE(short) SOURCE(ushort) SOURCE(int) SOURCE(uint)
SOURCE(long) SOURCE(ulong) SOURCE(half) SOURCE(float) SOURCE(double)

int main(void) {
    from_char(), from_uchar(), from_short(), from_ushort(), from_int(), from_uint();
    from_long(), from_ulong(), from_half(), from_float(), from_double();
    return failures != 0;
}
