// Atomic functions of OpenCL 1.x (6.12.11 of 1.2), with relaxed order. The scope is always
// that of all devices. The functions of 2.0 (6.15.12) are in atomic_type.cl and
// atomic_compare.cl.

#include "device.h"


#define UPDATES(T, SPACE, prefix)                                                       \
    OVERLOADED T prefix##_add(volatile SPACE T *p, T y) {                               \
        return __atomic_fetch_add(p, y, __ATOMIC_RELAXED);                              \
    }                                                                                   \
    OVERLOADED T prefix##_sub(volatile SPACE T *p, T y) {                               \
        return __atomic_fetch_sub(p, y, __ATOMIC_RELAXED);                              \
    }                                                                                   \
    OVERLOADED T prefix##_xchg(volatile SPACE T *p, T y) {                              \
        return __atomic_exchange_n(p, y, __ATOMIC_RELAXED);                             \
    }                                                                                   \
    OVERLOADED T prefix##_inc(volatile SPACE T *p) {                                    \
        return __atomic_fetch_add(p, (T)1, __ATOMIC_RELAXED);                           \
    }                                                                                   \
    OVERLOADED T prefix##_dec(volatile SPACE T *p) {                                    \
        return __atomic_fetch_sub(p, (T)1, __ATOMIC_RELAXED);                           \
    }                                                                                   \
    OVERLOADED T prefix##_cmpxchg(volatile SPACE T *p, T expected, T y) {               \
        __atomic_compare_exchange_n(p, &expected, y, false, __ATOMIC_RELAXED,           \
            __ATOMIC_RELAXED);                                                          \
        return expected;                                                                \
    }                                                                                   \
    OVERLOADED T prefix##_min(volatile SPACE T *p, T y) {                               \
        return __atomic_fetch_min(p, y, __ATOMIC_RELAXED);                              \
    }                                                                                   \
    OVERLOADED T prefix##_max(volatile SPACE T *p, T y) {                               \
        return __atomic_fetch_max(p, y, __ATOMIC_RELAXED);                              \
    }                                                                                   \
    OVERLOADED T prefix##_and(volatile SPACE T *p, T y) {                               \
        return __atomic_fetch_and(p, y, __ATOMIC_RELAXED);                              \
    }                                                                                   \
    OVERLOADED T prefix##_or(volatile SPACE T *p, T y) {                                \
        return __atomic_fetch_or(p, y, __ATOMIC_RELAXED);                               \
    }                                                                                   \
    OVERLOADED T prefix##_xor(volatile SPACE T *p, T y) {                               \
        return __atomic_fetch_xor(p, y, __ATOMIC_RELAXED);                              \
    }
#define SPACES(F, T, ...) \
    F(T, __global, __VA_ARGS__) F(T, __local, __VA_ARGS__) F(T, __generic, __VA_ARGS__)
SPACES(UPDATES, int, atomic) SPACES(UPDATES, uint, atomic)
SPACES(UPDATES, int, atom) SPACES(UPDATES, uint, atom)
SPACES(UPDATES, long, atom) SPACES(UPDATES, ulong, atom)

#define EXCHANGE_FLOAT(T, SPACE, ...)                                                   \
    OVERLOADED float atomic_xchg(volatile SPACE float *p, float y) {                    \
        return as_float(__atomic_exchange_n((volatile SPACE int *)p, as_int(y),         \
            __ATOMIC_RELAXED));                                                         \
    }
SPACES(EXCHANGE_FLOAT, float)
