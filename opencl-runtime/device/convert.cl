// Explicit conversions (6.4.3) to the type TO and its vectors, in every rounding direction,
// with and without saturation.
//
// Without saturation, a float outside an integer's range gives the processor's result.

#include "device.h"

#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)

#define LEAST_char CHAR_MIN
#define MOST_char CHAR_MAX
#define LEAST_uchar 0
#define MOST_uchar UCHAR_MAX
#define LEAST_short SHRT_MIN
#define MOST_short SHRT_MAX
#define LEAST_ushort 0
#define MOST_ushort USHRT_MAX
#define LEAST_int INT_MIN
#define MOST_int INT_MAX
#define LEAST_uint 0
#define MOST_uint UINT_MAX
#define LEAST_long LONG_MIN
#define MOST_long LONG_MAX
#define LEAST_ulong 0
#define MOST_ulong ULONG_MAX

// 1 for integers, 0 for floats.
#define KIND_char 1
#define KIND_uchar 1
#define KIND_short 1
#define KIND_ushort 1
#define KIND_int 1
#define KIND_uint 1
#define KIND_long 1
#define KIND_ulong 1
#define KIND_half 0
#define KIND_float 0
#define KIND_double 0

// Digits of the significand, the integer type of a float's bits, the largest finite number.
#define DIGITS_half 11
#define DIGITS_float 24
#define DIGITS_double 53
#define BITS_half ushort
#define BITS_float uint
#define BITS_double ulong
#define LARGEST_half 65504.0h
#define LARGEST_float FLT_MAX
#define LARGEST_double DBL_MAX

#define SOURCES_INTEGER(F) F(char) F(uchar) F(short) F(ushort) F(int) F(uint) F(long) F(ulong)
#define SOURCES_FLOAT(F) F(half) F(float) F(double)

#if JOIN(KIND_, TO)

// An integer keeps its low bits, or is clamped in `long`, in `ulong` if its type is that: by
// minima and maxima, so that no choice is left which a program could leave untaken.
#define LEAST JOIN(LEAST_, TO)
#define MOST JOIN(MOST_, TO)
#define MOST_LONG ((ulong)MOST > (ulong)LONG_MAX ? LONG_MAX : (long)MOST)
#define IS_ULONG(S) ((S)-1 > (S)0 && sizeof(S) == sizeof(ulong))
#define BOUNDED(S, x)                                                                   \
    (IS_ULONG(S) ? (TO)__builtin_elementwise_min((ulong)x, (ulong)MOST)                 \
        : (TO)__builtin_elementwise_min(__builtin_elementwise_max((long)x, (long)LEAST), \
            MOST_LONG))
#define FROM_INTEGER(S)                                                                 \
    static inline TO plain_##S(S x) { return (TO)x; }                                   \
    static inline TO bounded_##S(S x) { return BOUNDED(S, x); }                         \
    NAMES(S, , plain_##S) NAMES(S, _rte, plain_##S) NAMES(S, _rtz, plain_##S)           \
    NAMES(S, _rtp, plain_##S) NAMES(S, _rtn, plain_##S) NAMES(S, _sat, bounded_##S)     \
    NAMES(S, _sat_rte, bounded_##S) NAMES(S, _sat_rtz, bounded_##S)                     \
    NAMES(S, _sat_rtp, bounded_##S) NAMES(S, _sat_rtn, bounded_##S)

// A float is first rounded to an integral value. The comparisons are in double, where the
// upper bound is a power of two. With saturation, a NaN gives zero.
#define ABOVE(x) ((double)x >= 2.0 * (double)(MOST / 2 + 1))
#define BELOW(x) ((double)x <= (double)LEAST)
#define ROUNDED(S, name, round)                                                         \
    static inline TO plain##name##_##S(S x) { return (TO)round(x); }                    \
    static inline TO bounded##name##_##S(S x) {                                         \
        S whole = round(x);                                                             \
        return whole != whole ? (TO)0 : ABOVE(whole) ? (TO)MOST                      \
            : BELOW(whole) ? (TO)LEAST : (TO)whole;                                  \
    }                                                                                   \
    NAMES(S, name, plain##name##_##S) NAMES(S, JOIN(_sat, name), bounded##name##_##S)
#define FROM_FLOAT(S)                                                                   \
    ROUNDED(S, , __builtin_elementwise_trunc) ROUNDED(S, _rtz, __builtin_elementwise_trunc) \
    ROUNDED(S, _rte, __builtin_elementwise_roundeven)                                   \
    ROUNDED(S, _rtp, __builtin_elementwise_ceil)                                        \
    ROUNDED(S, _rtn, __builtin_elementwise_floor)

#else

#define DIGITS JOIN(DIGITS_, TO)
#define BITS JOIN(BITS_, TO)

// The leading digits of an integer's magnitude that fit into TO; `away` says whether
// dropped digits round the result away from zero.
static inline TO magnitude_to(ulong magnitude, bool away) {
    int surplus = 64 - DIGITS - (magnitude == 0 ? 64 : (int)__builtin_clzl(magnitude));
    ulong dropped = surplus > 0 ? magnitude & (((ulong)1 << surplus) - 1) : 0;
    TO result = (TO)(magnitude - dropped);
    // Large integers exceed the largest number in half precision.
    if (__builtin_isinf((float)result))
        return away ? result : (TO)JOIN(LARGEST_, TO);
    if (dropped != 0 && away) {
        union { TO value; BITS bits; } next = { result };
        next.bits++;
        return next.value;
    }
    return result;
}
#define FROM_INTEGER(S)                                                                 \
    static inline TO nearest_##S(S x) { return (TO)x; }                                 \
    static inline ulong size_##S(S x) { return x < 0 ? -(ulong)(long)x : (ulong)x; }    \
    static inline TO signed_##S(S x, TO size) { return x < 0 ? -size : size; }          \
    static inline TO zero_##S(S x) { return signed_##S(x, magnitude_to(size_##S(x), false)); } \
    static inline TO up_##S(S x) { return signed_##S(x, magnitude_to(size_##S(x), x > 0)); } \
    static inline TO down_##S(S x) { return signed_##S(x, magnitude_to(size_##S(x), x < 0)); } \
    NAMES(S, , nearest_##S) NAMES(S, _rte, nearest_##S) NAMES(S, _rtz, zero_##S)        \
    NAMES(S, _rtp, up_##S) NAMES(S, _rtn, down_##S)

// The next larger float.
static inline TO larger(TO x) {
    union { TO value; BITS bits; } next = { x };
    if (x == (TO)0)
        next.bits = 1;
    else
        next.bits += x > (TO)0 ? 1 : -1;
    return next.value;
}
#define FROM_FLOAT(S)                                                                   \
    static inline TO nearest_##S(S x) { return (TO)x; }                                 \
    static inline TO up_##S(S x) {                                                      \
        TO near = (TO)x;                                                                \
        return (double)near < (double)x ? larger(near) : near;                          \
    }                                                                                   \
    static inline TO down_##S(S x) {                                                    \
        TO near = (TO)x;                                                                \
        return (double)near > (double)x ? -larger(-near) : near;                        \
    }                                                                                   \
    static inline TO zero_##S(S x) { return x < (S)0 ? up_##S(x) : down_##S(x); }       \
    NAMES(S, , nearest_##S) NAMES(S, _rte, nearest_##S) NAMES(S, _rtz, zero_##S)        \
    NAMES(S, _rtp, up_##S) NAMES(S, _rtn, down_##S)

#endif

#define NAME(N, suffix) JOIN(JOIN(convert_, TO), N##suffix)
#define VECTOR(N) JOIN(TO, N)
#define NAMES(S, suffix, f)                                                             \
    PURE TO NAME(, suffix)(S x) { return f(x); }                                        \
    PURE VECTOR(2) NAME(2, suffix)(S##2 x) { return (VECTOR(2))(f(x.s0), f(x.s1)); }    \
    PURE VECTOR(3) NAME(3, suffix)(S##3 x) {                                            \
        return (VECTOR(3))(f(x.s0), f(x.s1), f(x.s2));                                  \
    }                                                                                   \
    PURE VECTOR(4) NAME(4, suffix)(S##4 x) {                                            \
        return (VECTOR(4))(f(x.s0), f(x.s1), f(x.s2), f(x.s3));                         \
    }                                                                                   \
    PURE VECTOR(8) NAME(8, suffix)(S##8 x) {                                            \
        return (VECTOR(8))(NAME(4, suffix)(x.lo), NAME(4, suffix)(x.hi));               \
    }                                                                                   \
    PURE VECTOR(16) NAME(16, suffix)(S##16 x) {                                         \
        return (VECTOR(16))(NAME(8, suffix)(x.lo), NAME(8, suffix)(x.hi));              \
    }

SOURCES_INTEGER(FROM_INTEGER)
SOURCES_FLOAT(FROM_FLOAT)
