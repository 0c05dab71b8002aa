__kernel void reversed_items(__global const int *x, __global int *y, int n) {
    __local int part[4];
    size_t i = get_local_id(0);
    part[i] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = part[get_local_size(0) - 1 - i];
}

__kernel void reversed_enqueued(__global const int *x, __global int *y, int n) {
    __local int part[4];
    size_t i = get_local_id(0);
    part[i] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = part[get_enqueued_local_size(0) - 1 - i];
}

__kernel void sums_of_groups(__global const uint *x, __global uint *y, int n) {
    y[get_global_id(0)] = work_group_reduce_add(x[get_global_id(0)]);
}
