// simdiff: kernel --kernel multiply_tiled --global 4x4 --local 2x2 => clean
// simdiff: kernel --kernel multiply_hasty --global 4x4 --local 2x2 => defect race
// simdiff: kernel --kernel multiply_tiled --global 4x4 --local 4x1 => defect
#define N 4
#define TILE 2

__kernel void multiply_tiled(__global const float *a, __global const float *b,
                             __global float *c) {
    __local float left[TILE][TILE], right[TILE][TILE];
    int i = get_local_id(0), j = get_local_id(1);
    int column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (int tile = 0; tile < N; tile += TILE) {
        left[j][i] = a[row * N + tile + i];
        right[j][i] = b[(tile + j) * N + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++)
            sum += left[j][k] * right[k][i];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * N + column] = sum;
}

// The next tile is loaded while others still read this one.
__kernel void multiply_hasty(__global const float *a, __global const float *b,
                             __global float *c) {
    __local float left[TILE][TILE], right[TILE][TILE];
    int i = get_local_id(0), j = get_local_id(1);
    int column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (int tile = 0; tile < N; tile += TILE) {
        left[j][i] = a[row * N + tile + i];
        right[j][i] = b[(tile + j) * N + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++)
            sum += left[j][k] * right[k][i];
    }
    c[row * N + column] = sum;
}
