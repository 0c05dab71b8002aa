// Vector data load and store functions (6.15.7). Addresses are aligned to one element;
// those of `vloada_half` and `vstorea_half` to the whole vector.

#include "device.h"

#define TYPES(F, ...)                                                                   \
    F(char, __VA_ARGS__) F(uchar, __VA_ARGS__) F(short, __VA_ARGS__) F(ushort, __VA_ARGS__) \
    F(int, __VA_ARGS__) F(uint, __VA_ARGS__) F(long, __VA_ARGS__) F(ulong, __VA_ARGS__) \
    F(half, __VA_ARGS__) F(float, __VA_ARGS__) F(double, __VA_ARGS__)

#define LOAD(T, SPACE)                                                                  \
    OVERLOADED T##2 vload2(size_t at, const SPACE T *p) {                               \
        p += at * 2;                                                                    \
        return (T##2)(p[0], p[1]);                                                      \
    }                                                                                   \
    OVERLOADED T##3 vload3(size_t at, const SPACE T *p) {                               \
        p += at * 3;                                                                    \
        return (T##3)(p[0], p[1], p[2]);                                                \
    }                                                                                   \
    OVERLOADED T##4 vload4(size_t at, const SPACE T *p) {                               \
        p += at * 4;                                                                    \
        return (T##4)(p[0], p[1], p[2], p[3]);                                          \
    }                                                                                   \
    OVERLOADED T##8 vload8(size_t at, const SPACE T *p) {                               \
        return (T##8)(vload4(at * 2, p), vload4(at * 2 + 1, p));                        \
    }                                                                                   \
    OVERLOADED T##16 vload16(size_t at, const SPACE T *p) {                             \
        return (T##16)(vload8(at * 2, p), vload8(at * 2 + 1, p));                       \
    }
#define STORE(T, SPACE)                                                                 \
    OVERLOADED void vstore2(T##2 x, size_t at, SPACE T *p) {                            \
        p += at * 2;                                                                    \
        p[0] = x.s0, p[1] = x.s1;                                                       \
    }                                                                                   \
    OVERLOADED void vstore3(T##3 x, size_t at, SPACE T *p) {                            \
        p += at * 3;                                                                    \
        p[0] = x.s0, p[1] = x.s1, p[2] = x.s2;                                          \
    }                                                                                   \
    OVERLOADED void vstore4(T##4 x, size_t at, SPACE T *p) {                            \
        p += at * 4;                                                                    \
        p[0] = x.s0, p[1] = x.s1, p[2] = x.s2, p[3] = x.s3;                             \
    }                                                                                   \
    OVERLOADED void vstore8(T##8 x, size_t at, SPACE T *p) {                            \
        vstore4(x.lo, at * 2, p);                                                       \
        vstore4(x.hi, at * 2 + 1, p);                                                   \
    }                                                                                   \
    OVERLOADED void vstore16(T##16 x, size_t at, SPACE T *p) {                          \
        vstore8(x.lo, at * 2, p);                                                       \
        vstore8(x.hi, at * 2 + 1, p);                                                   \
    }
TYPES(LOAD, __private) TYPES(LOAD, __global) TYPES(LOAD, __local) TYPES(LOAD, __constant)
TYPES(LOAD, __generic)
TYPES(STORE, __private) TYPES(STORE, __global) TYPES(STORE, __local) TYPES(STORE, __generic)

// Halves in memory, floats in registers. Kernels may use these without the extension for
// halves.
#define READ_HALVES(SPACE)                                                              \
    OVERLOADED float vload_half(size_t at, const SPACE half *p) { return (float)p[at]; } \
    OVERLOADED float2 vload_half2(size_t at, const SPACE half *p) {                     \
        return __builtin_convertvector(vload2(at, p), float2);                          \
    }                                                                                   \
    OVERLOADED float3 vload_half3(size_t at, const SPACE half *p) {                     \
        return __builtin_convertvector(vload3(at, p), float3);                          \
    }                                                                                   \
    OVERLOADED float4 vload_half4(size_t at, const SPACE half *p) {                     \
        return __builtin_convertvector(vload4(at, p), float4);                          \
    }                                                                                   \
    OVERLOADED float8 vload_half8(size_t at, const SPACE half *p) {                     \
        return __builtin_convertvector(vload8(at, p), float8);                          \
    }                                                                                   \
    OVERLOADED float16 vload_half16(size_t at, const SPACE half *p) {                   \
        return __builtin_convertvector(vload16(at, p), float16);                        \
    }                                                                                   \
    OVERLOADED float vloada_half(size_t at, const SPACE half *p) { return (float)p[at]; } \
    EACH_ALIGNED(READ_ALIGNED, SPACE)                                                   \
    OVERLOADED float3 vloada_half3(size_t at, const SPACE half *p) {                    \
        half4 whole = ((const SPACE half4 *)p)[at];                                     \
        return __builtin_convertvector(whole.xyz, float3);                              \
    }
#define EACH_ALIGNED(F, ...) F(2, __VA_ARGS__) F(4, __VA_ARGS__) F(8, __VA_ARGS__) F(16, __VA_ARGS__)
#define READ_ALIGNED(N, SPACE)                                                          \
    OVERLOADED float##N vloada_half##N(size_t at, const SPACE half *p) {                \
        return __builtin_convertvector(((const SPACE half##N *)p)[at], float##N);       \
    }
READ_HALVES(__private) READ_HALVES(__global) READ_HALVES(__local) READ_HALVES(__constant)
READ_HALVES(__generic)

// The suffix of the conversion is the rounding direction.
#define WRITE_HALVES(SPACE, R, suffix)                                                  \
    OVERLOADED void vstore_half##suffix(R x, size_t at, SPACE half *p) {                \
        p[at] = convert_half##suffix(x);                                                \
    }                                                                                   \
    OVERLOADED void vstore_half2##suffix(R##2 x, size_t at, SPACE half *p) {            \
        vstore2(convert_half2##suffix(x), at, p);                                       \
    }                                                                                   \
    OVERLOADED void vstore_half3##suffix(R##3 x, size_t at, SPACE half *p) {            \
        vstore3(convert_half3##suffix(x), at, p);                                       \
    }                                                                                   \
    OVERLOADED void vstore_half4##suffix(R##4 x, size_t at, SPACE half *p) {            \
        vstore4(convert_half4##suffix(x), at, p);                                       \
    }                                                                                   \
    OVERLOADED void vstore_half8##suffix(R##8 x, size_t at, SPACE half *p) {            \
        vstore8(convert_half8##suffix(x), at, p);                                       \
    }                                                                                   \
    OVERLOADED void vstore_half16##suffix(R##16 x, size_t at, SPACE half *p) {          \
        vstore16(convert_half16##suffix(x), at, p);                                     \
    }                                                                                   \
    OVERLOADED void vstorea_half##suffix(R x, size_t at, SPACE half *p) {               \
        p[at] = convert_half##suffix(x);                                                \
    }                                                                                   \
    EACH_ALIGNED(WRITE_ALIGNED, SPACE, R, suffix)                                       \
    OVERLOADED void vstorea_half3##suffix(R##3 x, size_t at, SPACE half *p) {           \
        /* The fourth lane is not written; the address is that of four. */              \
        SPACE half4 *whole = (SPACE half4 *)p + at;                                     \
        SPACE half *lanes = (SPACE half *)whole;                                        \
        half3 value = convert_half3##suffix(x);                                         \
        lanes[0] = value.x, lanes[1] = value.y, lanes[2] = value.z;                     \
    }
#define WRITE_ALIGNED(N, SPACE, R, suffix)                                              \
    OVERLOADED void vstorea_half##N##suffix(R##N x, size_t at, SPACE half *p) {         \
        ((SPACE half##N *)p)[at] = convert_half##N##suffix(x);                          \
    }
#define WRITE_ROUNDED(SPACE, R)                                                         \
    WRITE_HALVES(SPACE, R, ) WRITE_HALVES(SPACE, R, _rte) WRITE_HALVES(SPACE, R, _rtz)  \
    WRITE_HALVES(SPACE, R, _rtp) WRITE_HALVES(SPACE, R, _rtn)
WRITE_ROUNDED(__private, float) WRITE_ROUNDED(__global, float) WRITE_ROUNDED(__local, float)
WRITE_ROUNDED(__generic, float)
WRITE_ROUNDED(__private, double) WRITE_ROUNDED(__global, double) WRITE_ROUNDED(__local, double)
WRITE_ROUNDED(__generic, double)
