// simdiff: kernel --kernel turned --global 5x3 --local 4x2 --cflags=-cl-std=CL2.0 => clean
// simdiff: kernel --kernel turned_enqueued --global 5x3 --local 4x2 --cflags=-cl-std=CL2.0 => defect uninitialised-output
// simdiff: kernel --kernel turned_enqueued --global 8x4 --local 4x2 --cflags=-cl-std=CL2.0 => clean
// simdiff: kernel --kernel summed --global 10 --local 4 --cflags=-cl-std=CL2.0 => defect race
// Groups at the ends of an index space, smaller than the others in OpenCL C 2.0.

__kernel void turned(__global const int *x, __global int *y) {
    __local int part[2][4];
    size_t column = get_local_id(0), row = get_local_id(1);
    size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);
    part[row][column] = x[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[at] = part[get_local_size(1) - 1 - row][get_local_size(0) - 1 - column];
}

__kernel void turned_enqueued(__global const int *x, __global int *y) {
    __local int part[2][4];
    size_t column = get_local_id(0), row = get_local_id(1);
    size_t at = get_global_id(1) * get_global_size(0) + get_global_id(0);
    part[row][column] = x[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[at] = part[get_enqueued_local_size(1) - 1 - row][get_enqueued_local_size(0) - 1 - column];
}

// Only the last group, of two items, writes to one place.
__kernel void summed(__global const int *x, __global int *y) {
    size_t i = get_local_size(0) == 2 ? 0 : get_local_id(0);
    y[4 * get_group_id(0) + i] = x[get_global_id(0)];
}
