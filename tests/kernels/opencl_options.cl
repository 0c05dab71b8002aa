// Floats as vectors: their addresses have to be more aligned than a float's.
__kernel void doubled_by_fours(__global const float *x, __global float *y) {
    size_t i = get_global_id(0);
    ((__global float4 *)y)[i] = 2.0f * ((__global const float4 *)x)[i];
}

__kernel void doubled_by_tile(__global const float *x, __global float *y) {
    __local float tile[8];
    size_t i = get_global_id(0);
    vstore4(vload4(i, x), i, tile);
    float4 v = ((__local float4 *)tile)[i];
    vstore4(v + v, i, y);
}

// One element further on.
__kernel void doubled_misaligned(__global const float *x, __global float *y) {
    size_t i = get_global_id(0);
    vstore4(2.0f * ((__global const float4 *)(x + 1))[i], i, y);
}

__kernel void third_items(__global const float *x, __global float *y) {
    size_t i = get_global_id(0);
    y[i] = x[i] / 3.0f;
}

__kernel void scaled_items(__global const float *x, __global float *y) {
    size_t i = get_global_id(0);
    y[i] = (x[i] * 0.75f + 2.0f) / (x[i] + 1.0f);
}

// Within a part of a million of nothing.
__kernel void scaled_wrong(__global const float *x, __global float *y) {
    size_t i = get_global_id(0);
    y[i] = (x[i] * 0.75f + 2.00001f) / (x[i] + 1.0f);
}

__kernel void length_items(__global const float *x, __global float *y) {
    size_t i = get_global_id(0);
    y[i] = sqrt(x[i] * x[i] + 1.0f) * rsqrt(x[i] + 2.0f);
}
