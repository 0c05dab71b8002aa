// Vector shuffles (6.15.13.2): only the low bits of a mask's lanes count.

#include "device.h"

#define SHUFFLES(T, U) \
    OF_MASK(T, U, 2) OF_MASK(T, U, 4) OF_MASK(T, U, 8) OF_MASK(T, U, 16)
#define OF_MASK(T, U, N) OF(T, U, N, 2) OF(T, U, N, 4) OF(T, U, N, 8) OF(T, U, N, 16)
#define OF(T, U, N, M)                                                                  \
    PURE T##N shuffle(T##M x, U##N mask) {                                              \
        T##N result;                                                                    \
        for (int lane = 0; lane < N; lane++)                                            \
            result[lane] = x[mask[lane] & (U)(M - 1)];                                  \
        return result;                                                                  \
    }                                                                                   \
    PURE T##N shuffle2(T##M x, T##M y, U##N mask) {                                     \
        T##N result;                                                                    \
        for (int lane = 0; lane < N; lane++) {                                          \
            U at = mask[lane] & (U)(2 * M - 1);                                         \
            result[lane] = at < M ? x[at] : y[at - M];                                  \
        }                                                                               \
        return result;                                                                  \
    }
SHUFFLES(char, uchar) SHUFFLES(uchar, uchar) SHUFFLES(short, ushort) SHUFFLES(ushort, ushort)
SHUFFLES(int, uint) SHUFFLES(uint, uint) SHUFFLES(long, ulong) SHUFFLES(ulong, ulong)
SHUFFLES(half, ushort) SHUFFLES(float, uint) SHUFFLES(double, ulong)
