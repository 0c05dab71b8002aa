// simdiff: kernel --kernel convolve_rows_and_columns --global 8x4 --local 4x4 => clean
// simdiff: kernel --kernel convolve_rows_and_columns --global 8x4 --local 8x4 => defect out-of-bounds-write
#define W 8

// Each group adds up columns for itself and its neighbours, and then rows.
__kernel void convolve_rows_and_columns(__global const int *x, __global int *y) {
    __local uint sums[4][6];
    int i = get_local_id(0), j = get_local_id(1);
    int row = get_global_id(1), first = get_group_id(0) * get_local_size(0) - 1;
    for (int k = i; k < get_local_size(0) + 2; k += get_local_size(0)) {
        int column = first + k;
        uint sum = 0;
        if (column >= 0 && column < W)
            sum = (uint)x[row * W + column] + 2 * (uint)x[(row + 1) * W + column]
                + (uint)x[(row + 2) * W + column];
        sums[j][k] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    y[row * W + get_global_id(0)] = sums[j][i] + 2 * sums[j][i + 1] + sums[j][i + 2];
}

__kernel void convolve_off_by_one(__global const int *x, __global int *y) {
    __local uint sums[4][6];
    int i = get_local_id(0), j = get_local_id(1);
    int row = get_global_id(1), first = get_group_id(0) * get_local_size(0) - 1;
    for (int k = i; k < get_local_size(0) + 2; k += get_local_size(0)) {
        int column = first + k;
        uint sum = 0;
        if (column > 0 && column < W)
            sum = (uint)x[row * W + column] + 2 * (uint)x[(row + 1) * W + column]
                + (uint)x[(row + 2) * W + column];
        sums[j][k] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    y[row * W + get_global_id(0)] = sums[j][i] + 2 * sums[j][i + 1] + sums[j][i + 2];
}
