// Compare-and-exchange on atomic types, with memory orders (6.15.12.7.4); scopes: scope.h.
// Missing: compare_exchange_weak, which may fail spuriously.

#include "device.h"
#include "scope.h"

#define DEVICE memory_scope_device
#define SPACES(F, ...) F(__global, __VA_ARGS__) F(__local, __VA_ARGS__) F(__generic, __VA_ARGS__)
#define INTEGERS(F, ...) \
    SPACES(F, int, __VA_ARGS__) SPACES(F, uint, __VA_ARGS__) SPACES(F, long, __VA_ARGS__) \
    SPACES(F, ulong, __VA_ARGS__)

#define COMPARE(SPACE, T, OLD)                                                          \
    OVERLOADED bool atomic_compare_exchange_strong(volatile SPACE atomic_##T *p,        \
        OLD T *expected, T y) {                                                         \
        return __opencl_atomic_compare_exchange_strong(p, expected, y,                  \
            memory_order_seq_cst, memory_order_seq_cst, DEVICE);                        \
    }                                                                                   \
    OVERLOADED bool atomic_compare_exchange_strong_explicit(                            \
        volatile SPACE atomic_##T *p, OLD T *expected, T y, memory_order success,       \
        memory_order failure) {                                                         \
        return __opencl_atomic_compare_exchange_strong(p, expected, y, success, failure, \
            DEVICE);                                                                    \
    }                                                                                   \
    OVERLOADED bool atomic_compare_exchange_strong_explicit(                            \
        volatile SPACE atomic_##T *p, OLD T *expected, T y, memory_order success,       \
        memory_order failure, memory_scope scope) {                                     \
        REACHES(SPACE, p, scope);                                                       \
        return __opencl_atomic_compare_exchange_strong(p, expected, y, success, failure, \
            DEVICE);                                                                    \
    }
INTEGERS(COMPARE, __global) INTEGERS(COMPARE, __local) INTEGERS(COMPARE, __private)
INTEGERS(COMPARE, __generic)
