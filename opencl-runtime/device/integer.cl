// Integer functions (6.15.3).

#include "device.h"

#define APPLY(F, T, U, ...) EACH_SIZE(F, T, U)
#define APPLY_VECTOR(F, T, U, ...) EACH_VECTOR(F, T, U)

#define ABS_SIGNED(N, T, U) \
    PURE U##N abs(T##N x) {                                                             \
        T##N least = (T##N)(x < (T##N)0 ? (T##N)((T##N)0 - x) : x);                     \
        return as_##U##N(least);                                                        \
    }
#define ABS_UNSIGNED(N, T, U) \
    PURE U##N abs(T##N x) { return x; }
EACH_SIGNED(APPLY, ABS_SIGNED)
EACH_UNSIGNED(APPLY, ABS_UNSIGNED)

#define EITHER_SIGN(N, T, U)                                                            \
    PURE U##N abs_diff(T##N x, T##N y) {                                                \
        U##N up = as_##U##N((T##N)(x - y)), down = as_##U##N((T##N)(y - x));            \
        return x > y ? up : down;                                                       \
    }                                                                                   \
    PURE T##N hadd(T##N x, T##N y) {                                                    \
        return (T##N)((x & y) + (T##N)((T##N)(x ^ y) >> (T##N)1));                      \
    }                                                                                   \
    PURE T##N rhadd(T##N x, T##N y) {                                                   \
        return (T##N)((x | y) - (T##N)((T##N)(x ^ y) >> (T##N)1));                      \
    }                                                                                   \
    PURE T##N max(T##N x, T##N y) { return __builtin_elementwise_max(x, y); }           \
    PURE T##N min(T##N x, T##N y) { return __builtin_elementwise_min(x, y); }           \
    PURE T##N clamp(T##N x, T##N low, T##N high) {                                      \
        return __builtin_elementwise_min(__builtin_elementwise_max(x, low), high);      \
    }                                                                                   \
    PURE T##N rotate(T##N x, T##N count) {                                              \
        U##N bits = as_##U##N(x), left = as_##U##N(count) & (U##N)(sizeof(T) * 8 - 1);  \
        U##N right = (U##N)((U##N)(sizeof(T) * 8) - left) & (U##N)(sizeof(T) * 8 - 1);  \
        return as_##T##N((U##N)((U##N)(bits << left) | (U##N)(bits >> right)));         \
    }
EACH_INTEGER(APPLY, EITHER_SIGN)

// Scalar operands of these builtins would be promoted.
#define SATURATE(N, T, U)                                                               \
    PURE T##N add_sat(T##N x, T##N y) { return __builtin_elementwise_add_sat(x, y); }   \
    PURE T##N sub_sat(T##N x, T##N y) { return __builtin_elementwise_sub_sat(x, y); }
#define SATURATE_ONE(T, U)                                                              \
    PURE T add_sat(T x, T y) { return add_sat((T##2)(x, 0), (T##2)(y, 0)).x; }          \
    PURE T sub_sat(T x, T y) { return sub_sat((T##2)(x, 0), (T##2)(y, 0)).x; }
#define SCALAR(F, T, U, ...) F(T, U)
EACH_INTEGER(APPLY_VECTOR, SATURATE)
EACH_INTEGER(SCALAR, SATURATE_ONE)

#define WITH_SCALAR(N, T, U)                                                            \
    PURE T##N max(T##N x, T y) { return __builtin_elementwise_max(x, (T##N)y); }        \
    PURE T##N min(T##N x, T y) { return __builtin_elementwise_min(x, (T##N)y); }        \
    PURE T##N clamp(T##N x, T low, T high) {                                            \
        return __builtin_elementwise_min(__builtin_elementwise_max(x, (T##N)low), (T##N)high); \
    }
EACH_INTEGER(APPLY_VECTOR, WITH_SCALAR)

// The high half of a product: by a product of twice the width, or by four partial products.
#define HIGH(N, T, W, BITS)                                                             \
    PURE T##N mul_hi(T##N x, T##N y) {                                                  \
        W##N product = CAST(N, W, x) * CAST(N, W, y);                                   \
        return CAST(N, T, (W##N)(product >> (W##N)BITS));                               \
    }
EACH_SIZE(HIGH, char, short, 8)
EACH_SIZE(HIGH, uchar, ushort, 8)
EACH_SIZE(HIGH, short, int, 16)
EACH_SIZE(HIGH, ushort, uint, 16)
EACH_SIZE(HIGH, int, long, 32)
EACH_SIZE(HIGH, uint, ulong, 32)

#define HIGH_LONG(N, ...)                                                               \
    PURE ulong##N mul_hi(ulong##N x, ulong##N y) {                                      \
        const ulong##N low = 0xffffffff;                                                \
        ulong##N a = x >> 32, b = x & low, c = y >> 32, d = y & low;                    \
        ulong##N middle = a * d + ((b * d) >> 32);                                      \
        return a * c + (middle >> 32) + (((middle & low) + b * c) >> 32);               \
    }                                                                                   \
    PURE long##N mul_hi(long##N x, long##N y) {                                         \
        ulong##N a = as_ulong##N(x), b = as_ulong##N(y);                                \
        ulong##N high = mul_hi(a, b);                                                   \
        high -= as_ulong##N((long##N)(x >> 63)) & b;                                    \
        high -= as_ulong##N((long##N)(y >> 63)) & a;                                    \
        return as_long##N(high);                                                        \
    }
EACH_SIZE(HIGH_LONG, )

#define ADD_HIGH(N, T, U) \
    PURE T##N mad_hi(T##N x, T##N y, T##N z) { return (T##N)(mul_hi(x, y) + z); }
EACH_INTEGER(APPLY, ADD_HIGH)

// A product and a sum that saturate once, at the end.
#define MAD_SAT(N, T, W, LEAST, MOST)                                                   \
    PURE T##N mad_sat(T##N x, T##N y, T##N z) {                                         \
        W##N sum = CAST(N, W, x) * CAST(N, W, y) + CAST(N, W, z);                       \
        W##N least = (W##N)LEAST, most = (W##N)MOST;                                    \
        sum = __builtin_elementwise_min(__builtin_elementwise_max(sum, least), most);   \
        return CAST(N, T, sum);                                                         \
    }
EACH_SIZE(MAD_SAT, char, int, CHAR_MIN, CHAR_MAX)
EACH_SIZE(MAD_SAT, uchar, int, 0, UCHAR_MAX)
EACH_SIZE(MAD_SAT, short, long, SHRT_MIN, SHRT_MAX)
EACH_SIZE(MAD_SAT, ushort, long, 0, USHRT_MAX)
EACH_SIZE(MAD_SAT, int, long, INT_MIN, INT_MAX)
EACH_SIZE(MAD_SAT, uint, ulong, 0, UINT_MAX)

PURE ulong mad_sat(ulong x, ulong y, ulong z) {
    ulong low = x * y, sum = low + z;
    return mul_hi(x, y) != 0 || sum < low ? ULONG_MAX : sum;
}
PURE long mad_sat(long x, long y, long z) {
    // The 128-bit sum in two halves. It saturates unless the high half is the sign
    // extension of the low half.
    ulong low = (ulong)x * (ulong)y, sum = low + (ulong)z;
    long high = mul_hi(x, y) + (z >> 63) + (sum < low);
    long whole = (long)sum;
    if (high == whole >> 63)
        return whole;
    return high < 0 ? LONG_MIN : LONG_MAX;
}
#define MAD_SAT_LONG(N, T) \
    PURE T##N mad_sat(T##N x, T##N y, T##N z) { return MAP3(N, T, mad_sat, x, y, z); }
EACH_VECTOR(MAD_SAT_LONG, long)
EACH_VECTOR(MAD_SAT_LONG, ulong)

// In zero, all bits are leading and trailing zeros.
#define ZEROS(T, U)                                                                     \
    PURE T clz(T x) {                                                                   \
        U bits = (U)x;                                                                  \
        return bits == 0 ? (T)(sizeof(T) * 8)                                           \
            : (T)(__builtin_clzl((ulong)bits) - (64 - (int)sizeof(T) * 8));             \
    }                                                                                   \
    PURE T ctz(T x) {                                                                   \
        U bits = (U)x;                                                                  \
        return bits == 0 ? (T)(sizeof(T) * 8) : (T)__builtin_ctzl((ulong)bits);         \
    }                                                                                   \
    PURE T popcount(T x) { return (T)__builtin_popcountl((ulong)(U)x); }
EACH_INTEGER(SCALAR, ZEROS)

#define ZEROS_OF_LANES(N, T, U)                                                         \
    PURE T##N clz(T##N x) { return MAP1(N, T, clz, x); }                                \
    PURE T##N ctz(T##N x) { return MAP1(N, T, ctz, x); }                                \
    PURE T##N popcount(T##N x) { return MAP1(N, T, popcount, x); }
EACH_INTEGER(APPLY_VECTOR, ZEROS_OF_LANES)

#define UPSAMPLE(N, H, L, R, BITS)                                                      \
    PURE R##N upsample(H##N high, L##N low) {                                           \
        return (R##N)((R##N)(CAST(N, R, high) << (R##N)BITS) | CAST(N, R, low));        \
    }
EACH_SIZE(UPSAMPLE, char, uchar, short, 8)
EACH_SIZE(UPSAMPLE, uchar, uchar, ushort, 8)
EACH_SIZE(UPSAMPLE, short, ushort, int, 16)
EACH_SIZE(UPSAMPLE, ushort, ushort, uint, 16)
EACH_SIZE(UPSAMPLE, int, uint, long, 32)
EACH_SIZE(UPSAMPLE, uint, uint, ulong, 32)

// Results for operands outside of 24 bits are implementation-defined, and uninterpreted;
// inside, they are the low bits of the product.
int outside_i(int, int) INEXACT("mul24.i32");
uint outside_u(uint, uint) INEXACT("mul24.u32");

PURE int mul24(int x, int y) {
    bool inside = x >= -(1 << 23) && x < 1 << 23 && y >= -(1 << 23) && y < 1 << 23;
    return inside ? x * y : outside_i(x, y);
}
PURE uint mul24(uint x, uint y) {
    bool inside = x < 1 << 24 && y < 1 << 24;
    return inside ? x * y : outside_u(x, y);
}
PURE int mad24(int x, int y, int z) { return mul24(x, y) + z; }
PURE uint mad24(uint x, uint y, uint z) { return mul24(x, y) + z; }
#define OF_24_BITS(N, T)                                                                \
    PURE T##N mul24(T##N x, T##N y) { return MAP2(N, T, mul24, x, y); }                 \
    PURE T##N mad24(T##N x, T##N y, T##N z) { return mul24(x, y) + z; }
EACH_VECTOR(OF_24_BITS, int)
EACH_VECTOR(OF_24_BITS, uint)
