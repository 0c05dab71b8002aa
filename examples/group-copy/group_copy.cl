// simdiff: kernel --kernel shift_apart --global 16 --local 4 => clean
// simdiff: kernel --kernel shift_fenced --global 16 --local 16 => clean
// simdiff: kernel --kernel shift_fenced --global 16 => defect race
__kernel void shift_apart(__global const int *x, __global int *y) {
    size_t i = get_global_id(0);
    y[i] = x[(i + 4) % get_global_size(0)];
}

// A barrier orders the items of one group. What another group has yet to read is gone.
__kernel void shift_fenced(__global int *x) {
    size_t i = get_global_id(0);
    int other = x[(i + 4) % get_global_size(0)];
    barrier(CLK_GLOBAL_MEM_FENCE);
    x[i] = other;
}
