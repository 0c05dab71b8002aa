#include "shim.h"
#define TYPE(T, U)                                                                      \
    SIZES(SHIM1, abs, T, U) SIZES(SHIM1, clz, T, T) SIZES(SHIM1, ctz, T, T)             \
    SIZES(SHIM1, popcount, T, T) SIZES(SHIM2, abs_diff, T, T, U)                        \
    SIZES(SHIM2, add_sat, T, T, T) SIZES(SHIM2, sub_sat, T, T, T)                       \
    SIZES(SHIM2, hadd, T, T, T) SIZES(SHIM2, rhadd, T, T, T) SIZES(SHIM2, max, T, T, T) \
    SIZES(SHIM2, min, T, T, T) SIZES(SHIM2, mul_hi, T, T, T) SIZES(SHIM2, rotate, T, T, T) \
    SIZES(SHIM3, mad_hi, T) SIZES(SHIM3, mad_sat, T)
TYPE(char, uchar) TYPE(uchar, uchar) TYPE(short, ushort) TYPE(ushort, ushort)
TYPE(int, uint) TYPE(uint, uint) TYPE(long, ulong) TYPE(ulong, ulong)
SIZES(SHIM2, upsample, char, uchar, short) SIZES(SHIM2, upsample, uchar, uchar, ushort)
SIZES(SHIM2, upsample, short, ushort, int) SIZES(SHIM2, upsample, ushort, ushort, uint)
SIZES(SHIM2, upsample, int, uint, long) SIZES(SHIM2, upsample, uint, uint, ulong)
SIZES(SHIM2, mul24, int, int, int) SIZES(SHIM2, mul24, uint, uint, uint)
int outside_i(int x, int y) __asm("simdiff.approx.opencl.mul24.i32");
uint outside_u(uint x, uint y) __asm("simdiff.approx.opencl.mul24.u32");
int outside_i(int x, int y) { return x * y; }
uint outside_u(uint x, uint y) { return x * y; }
