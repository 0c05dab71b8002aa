// The builtins of the device library, called one by one.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define RUN(name, R, A, B, C, expression)                                               \
    void own_##name(const A *as, const B *bs, const C *cs, R *results, size_t count) {  \
        for (size_t i = 0; i < count; i++) {                                            \
            A a = as[i];                                                                \
            B b = bs[i];                                                                \
            C c = cs[i];                                                                \
            results[i] = expression;                                                    \
        }                                                                               \
    }
#include "pocl_functions.h"
