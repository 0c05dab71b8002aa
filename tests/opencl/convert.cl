#include "shim.h"
// A scalar, an odd number of lanes, and a vector of halves.
#undef SIZES
#define SIZES(F, ...) F(1, , __VA_ARGS__) F(3, 3, __VA_ARGS__) F(8, 8, __VA_ARGS__)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
// One function for every source type, size, rounding direction and saturation.
#define SHIM(N, V, S, suffix)                                                           \
    void JOIN(JOIN(shim_, TO), suffix##_from_##S##_##N)(const S *a, TO *r) {            \
        S##V x;                                                                         \
        for (int i = 0; i < N; i++) ((S *)&x)[i] = a[i];                                \
        JOIN(TO, V) y = JOIN(JOIN(convert_, TO), V##suffix)(x);                         \
        for (int i = 0; i < N; i++) r[i] = ((TO *)&y)[i];                               \
    }
#define ROUNDINGS(S, sat)                                                               \
    SIZES(SHIM, S, sat) SIZES(SHIM, S, sat##_rte) SIZES(SHIM, S, sat##_rtz)             \
    SIZES(SHIM, S, sat##_rtp) SIZES(SHIM, S, sat##_rtn)
#ifdef INTEGER
#define SOURCE(S) ROUNDINGS(S, ) ROUNDINGS(S, _sat)
#else
#define SOURCE(S) ROUNDINGS(S, )
#endif
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
SOURCE(char) SOURCE(uchar) SOURCE(short) SOURCE(ushort) SOURCE(int) SOURCE(uint)
SOURCE(long) SOURCE(ulong) SOURCE(half) SOURCE(float) SOURCE(double)
