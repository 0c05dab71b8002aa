// simdiff: kernel --kernel smooth_halo --global 16 --local 4 => clean
// simdiff: kernel --kernel smooth_open --global 16 --local 4 => defect uninitialised-output
__kernel void smooth_halo(__global const float *x, __global float *y) {
    __local float near[6];
    int g = get_global_id(0), i = get_local_id(0);
    near[i] = x[g];
    if (i < 2)
        near[i + 4] = x[g + 4];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[g] = 0.25f * near[i] + 0.5f * near[i + 1] + 0.25f * near[i + 2];
}

// Nobody loads the last element of the halo.
__kernel void smooth_open(__global const float *x, __global float *y) {
    __local float near[6];
    int g = get_global_id(0), i = get_local_id(0);
    near[i] = x[g];
    if (i < 1)
        near[i + 4] = x[g + 4];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[g] = 0.25f * near[i] + 0.5f * near[i + 1] + 0.25f * near[i + 2];
}
