// Compare-and-exchange on atomic types, with memory orders (6.15.12.7.4); scopes: scope.h.
// The weak form may fail for no reason: the compiler keeps that in the instruction.

#include "device.h"
#include "scope.h"

#define DEVICE memory_scope_device
#define SPACES(F, ...) F(__global, __VA_ARGS__) F(__local, __VA_ARGS__) F(__generic, __VA_ARGS__)
#define INTEGERS(F, ...) \
    SPACES(F, int, __VA_ARGS__) SPACES(F, uint, __VA_ARGS__) SPACES(F, long, __VA_ARGS__) \
    SPACES(F, ulong, __VA_ARGS__)

#define COMPARE(SPACE, T, OLD, form)                                                    \
    OVERLOADED bool atomic_compare_exchange_##form(volatile SPACE atomic_##T *p,        \
        OLD T *expected, T y) {                                                         \
        return __opencl_atomic_compare_exchange_##form(p, expected, y,                  \
            memory_order_seq_cst, memory_order_seq_cst, DEVICE);                        \
    }                                                                                   \
    OVERLOADED bool atomic_compare_exchange_##form##_explicit(                          \
        volatile SPACE atomic_##T *p, OLD T *expected, T y, memory_order success,       \
        memory_order failure) {                                                         \
        return __opencl_atomic_compare_exchange_##form(p, expected, y, success, failure, \
            DEVICE);                                                                    \
    }                                                                                   \
    OVERLOADED bool atomic_compare_exchange_##form##_explicit(                          \
        volatile SPACE atomic_##T *p, OLD T *expected, T y, memory_order success,       \
        memory_order failure, memory_scope scope) {                                     \
        REACHES(SPACE, p, scope, 1);                                                    \
        return __opencl_atomic_compare_exchange_##form(p, expected, y, success, failure, \
            DEVICE);                                                                    \
    }
#define BOTH(SPACE, T, OLD) COMPARE(SPACE, T, OLD, strong) COMPARE(SPACE, T, OLD, weak)
INTEGERS(BOTH, __global) INTEGERS(BOTH, __local) INTEGERS(BOTH, __private)
INTEGERS(BOTH, __generic)
