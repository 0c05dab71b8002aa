// simdiff: kernel --kernel in_local --global 4 --local 4 => defect misaligned-read
// simdiff: kernel --kernel in_local_loaded --global 4 --local 4 => clean
// simdiff: kernel --kernel in_local_aligned --global 4 --local 4 => clean
// simdiff: kernel --kernel in_private --global 4 --local 4 => defect misaligned-read
// simdiff: kernel --kernel in_rows --global 4 --local 4 => defect misaligned-read
// simdiff: kernel --kernel of_two --global 4 --local 4 => defect misaligned-access "load of misaligned address"
// simdiff: kernel --kernel word_of_bytes --global 4 => defect misaligned-access "load of misaligned address"
// simdiff: kernel --kernel word_of_bytes_loaded --global 4 => clean
// simdiff: kernel --kernel stored --global 4 --local 4 => defect misaligned-write
// simdiff: kernel --kernel in_packed --global 4 --local 4 => clean
// Vectors at elements of an array of floats: their addresses have to be multiples of their sizes
// (OpenCL C 3.0, 6.2.5), but for vloadn and for members of packed structures.

__kernel void in_local(__global const float *x, __global float4 *y) {
    __local float part[8];
    size_t i = get_local_id(0);
    part[i] = x[i];
    part[i + 4] = x[i + 4];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = *(__local float4 *)&part[i];
}

__kernel void in_local_loaded(__global const float *x, __global float4 *y) {
    __local float part[8];
    size_t i = get_local_id(0);
    part[i] = x[i];
    part[i + 4] = x[i + 4];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = vload4(0, &part[i]);
}

__kernel void in_local_aligned(__global const float *x, __global float4 *y) {
    __local float part[8];
    size_t i = get_local_id(0);
    part[i] = x[i];
    part[i + 4] = x[i + 4];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = *(__local float4 *)&part[i / 2 * 4];
}

__kernel void in_private(__global const float *x, __global float4 *y) {
    float part[8];
    size_t i = get_local_id(0);
    for (int j = 0; j < 8; j++)
        part[j] = x[j];
    y[i] = *(float4 *)&part[i];
}

__kernel void in_rows(__global const float *x, __global float4 *y) {
    float part[2][8];
    size_t i = get_local_id(0);
    for (int j = 0; j < 16; j++)
        part[j / 8][j % 8] = x[j];
    y[i] = *(float4 *)&part[1][i];
}

__kernel void of_two(__global const float *x, __global float2 *y) {
    float part[8];
    size_t i = get_local_id(0);
    for (int j = 0; j < 8; j++)
        part[j] = x[j];
    y[i] = *(float2 *)&part[i];
}

__kernel void stored(__global const float *x, __global float *y) {
    __local float part[5];
    size_t i = get_local_id(0);
    if (i == 0)
        *(__local float4 *)&part[1] = (float4)(x[0]);
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = part[i + 1];
}

struct __attribute__((packed)) tagged {
    char tag;
    float4 value;
};

__kernel void in_packed(__global const float *x, __global float4 *y) {
    struct tagged all[2];
    size_t i = get_local_id(0);
    all[0].value = (float4)(x[i]);
    all[1].value = all[0].value + 1.0f;
    y[i] = all[i % 2].value;
}

// The same of scalars: a word at any byte.
__kernel void word_of_bytes(__global const uchar *x, __global uint *y) {
    y[get_global_id(0)] = *(__global const uint *)(x + 3 * get_global_id(0));
}

__kernel void word_of_bytes_loaded(__global const uchar *x, __global uint *y) {
    y[get_global_id(0)] = as_uint(vload4(0, x + 3 * get_global_id(0)));
}
