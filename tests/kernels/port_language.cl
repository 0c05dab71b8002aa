// simdiff: kernel --kernel count_zeros --global 8 --local 4 --cflags -cl-std=CL2.0 => clean
// Trailing zeros by `ctz` of OpenCL C 2.0.
#ifndef ZEROS
#define ZEROS 32
#endif

__kernel void count_zeros(__global const uint *x, __global uint *out) {
    size_t i = get_global_id(0);
    out[i] = x[i] ? ctz(x[i]) : ZEROS;
}
