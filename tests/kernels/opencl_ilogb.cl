// simdiff: kernel --kernel exponents --global n => clean
// The kernels of opencl_ilogb.c.

__kernel void exponents(__global const float *x, __global int *y) {
    size_t i = get_global_id(0);
    y[i] = ilogb(x[i]);
}
__kernel void of_ordinary(__global const float *x, __global int *y) {
    size_t i = get_global_id(0);
    y[i] = isnan(x[i]) || x[i] == 0 ? 0 : ilogb(x[i]);
}
__kernel void one_more(__global const float *x, __global int *y) {
    size_t i = get_global_id(0);
    y[i] = ilogb(x[i]) + 1;
}
