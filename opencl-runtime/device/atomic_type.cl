// Atomic functions on atomic types, with memory orders (6.15.12); scopes: scope.h. Missing:
// sums and extrema of floats (cl_ext_float_atomics).

#include "device.h"
#include "scope.h"

#define DEVICE memory_scope_device
#define SPACES(F, ...) F(__global, __VA_ARGS__) F(__local, __VA_ARGS__) F(__generic, __VA_ARGS__)
#define INTEGERS(F, ...)                                                                \
    SPACES(F, int, __VA_ARGS__) SPACES(F, uint, __VA_ARGS__) SPACES(F, long, __VA_ARGS__) \
    SPACES(F, ulong, __VA_ARGS__)
#define VALUES(F)                                                                       \
    SPACES(F, int) SPACES(F, uint) SPACES(F, long) SPACES(F, ulong) SPACES(F, float)    \
    SPACES(F, double)

#define FETCH(SPACE, T, key)                                                            \
    OVERLOADED T atomic_fetch_##key(volatile SPACE atomic_##T *p, T y) {                \
        return __opencl_atomic_fetch_##key(p, y, memory_order_seq_cst, DEVICE);         \
    }                                                                                   \
    OVERLOADED T atomic_fetch_##key##_explicit(volatile SPACE atomic_##T *p, T y,       \
        memory_order order) {                                                           \
        return __opencl_atomic_fetch_##key(p, y, order, DEVICE);                        \
    }                                                                                   \
    OVERLOADED T atomic_fetch_##key##_explicit(volatile SPACE atomic_##T *p, T y,       \
        memory_order order, memory_scope scope) {                                       \
        REACHES(SPACE, p, scope, 1);                                                    \
        return __opencl_atomic_fetch_##key(p, y, order, DEVICE);                        \
    }
INTEGERS(FETCH, add) INTEGERS(FETCH, sub) INTEGERS(FETCH, and) INTEGERS(FETCH, or)
INTEGERS(FETCH, xor) INTEGERS(FETCH, min) INTEGERS(FETCH, max)

#define ACCESS(SPACE, T, ...)                                                           \
    OVERLOADED void atomic_init(volatile SPACE atomic_##T *p, T y) {                    \
        *(SPACE T *)p = y;                                                              \
    }                                                                                   \
    OVERLOADED T atomic_load(volatile SPACE atomic_##T *p) {                            \
        return __opencl_atomic_load(p, memory_order_seq_cst, DEVICE);                   \
    }                                                                                   \
    OVERLOADED T atomic_load_explicit(volatile SPACE atomic_##T *p, memory_order order) { \
        return __opencl_atomic_load(p, order, DEVICE);                                  \
    }                                                                                   \
    OVERLOADED T atomic_load_explicit(volatile SPACE atomic_##T *p, memory_order order, \
        memory_scope scope) {                                                           \
        REACHES(SPACE, p, scope, 0);                                                    \
        return __opencl_atomic_load(p, order, DEVICE);                                  \
    }                                                                                   \
    OVERLOADED void atomic_store(volatile SPACE atomic_##T *p, T y) {                   \
        __opencl_atomic_store(p, y, memory_order_seq_cst, DEVICE);                      \
    }                                                                                   \
    OVERLOADED void atomic_store_explicit(volatile SPACE atomic_##T *p, T y,            \
        memory_order order) {                                                           \
        __opencl_atomic_store(p, y, order, DEVICE);                                     \
    }                                                                                   \
    OVERLOADED void atomic_store_explicit(volatile SPACE atomic_##T *p, T y,            \
        memory_order order, memory_scope scope) {                                       \
        REACHES(SPACE, p, scope, 1);                                                    \
        __opencl_atomic_store(p, y, order, DEVICE);                                     \
    }                                                                                   \
    OVERLOADED T atomic_exchange(volatile SPACE atomic_##T *p, T y) {                   \
        return __opencl_atomic_exchange(p, y, memory_order_seq_cst, DEVICE);            \
    }                                                                                   \
    OVERLOADED T atomic_exchange_explicit(volatile SPACE atomic_##T *p, T y,            \
        memory_order order) {                                                           \
        return __opencl_atomic_exchange(p, y, order, DEVICE);                           \
    }                                                                                   \
    OVERLOADED T atomic_exchange_explicit(volatile SPACE atomic_##T *p, T y,            \
        memory_order order, memory_scope scope) {                                       \
        REACHES(SPACE, p, scope, 1);                                                    \
        return __opencl_atomic_exchange(p, y, order, DEVICE);                           \
    }
VALUES(ACCESS)

#define FLAG(SPACE, ...)                                                                \
    OVERLOADED bool atomic_flag_test_and_set(volatile SPACE atomic_flag *p) {           \
        return __opencl_atomic_exchange(p, 1, memory_order_seq_cst, DEVICE) != 0;       \
    }                                                                                   \
    OVERLOADED bool atomic_flag_test_and_set_explicit(volatile SPACE atomic_flag *p,    \
        memory_order order) {                                                           \
        return __opencl_atomic_exchange(p, 1, order, DEVICE) != 0;                      \
    }                                                                                   \
    OVERLOADED bool atomic_flag_test_and_set_explicit(volatile SPACE atomic_flag *p,    \
        memory_order order, memory_scope scope) {                                       \
        REACHES(SPACE, p, scope, 1);                                                    \
        return __opencl_atomic_exchange(p, 1, order, DEVICE) != 0;                      \
    }                                                                                   \
    OVERLOADED void atomic_flag_clear(volatile SPACE atomic_flag *p) {                  \
        __opencl_atomic_store(p, 0, memory_order_seq_cst, DEVICE);                      \
    }                                                                                   \
    OVERLOADED void atomic_flag_clear_explicit(volatile SPACE atomic_flag *p,           \
        memory_order order) {                                                           \
        __opencl_atomic_store(p, 0, order, DEVICE);                                     \
    }                                                                                   \
    OVERLOADED void atomic_flag_clear_explicit(volatile SPACE atomic_flag *p,           \
        memory_order order, memory_scope scope) {                                       \
        REACHES(SPACE, p, scope, 1);                                                    \
        __opencl_atomic_store(p, 0, order, DEVICE);                                     \
    }
SPACES(FLAG)
