// Sub-groups of eight items (OpenCL C 3.0, 6.15.19, and the extensions about them).
__kernel void folded_items(__global const int *x, __global int *y, __global int *z) {
    size_t i = get_global_id(0);
    y[i] = sub_group_reduce_add(x[i]) ^ sub_group_scan_exclusive_max(x[i]);
    z[i] = sub_group_non_uniform_scan_inclusive_xor(x[i])
        - sub_group_clustered_reduce_min(x[i], 4);
}

// The place of each positive number among those of its sub-group.
__kernel void ranked_items(__global const int *x, __global uint *y) {
    size_t i = get_global_id(0);
    uint4 positive = sub_group_ballot(x[i] > 0);
    y[i] = sub_group_ballot_exclusive_scan(positive) + 16 * sub_group_ballot_bit_count(positive);
}

__kernel void moved_items(__global const float *x, __global float *y) {
    size_t i = get_global_id(0);
    float turned = sub_group_rotate(x[i], 3);
    y[i] = sub_group_shuffle_xor(turned, 5) - sub_group_broadcast(x[i], 2);
}

// What comes from items that there are not is no part of the result.
__kernel void halved_items(__global const uint *x, __global uint *y) {
    uint sum = x[get_global_id(0)];
    for (uint step = get_max_sub_group_size() / 2; step > 0; step /= 2)
        sum += sub_group_shuffle_down(sum, step);
    if (get_sub_group_local_id() == 0)
        y[get_group_id(0) * get_num_sub_groups() + get_sub_group_id()] = sum;
}

__kernel void halved_wrong(__global const int *x, __global int *y) {
    y[get_global_id(0)] = sub_group_shuffle_down(x[get_global_id(0)], 1);
}

// A barrier of a sub-group orders nothing with the other one of the group.
__kernel void turned(__global const int *x, __global int *y, __local int *part, int by) {
    int at = get_local_id(0);
    part[at] = x[get_global_id(0)];
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = part[at ^ by];
}

// Only one sub-group comes to its barrier, and all of it.
__kernel void parted(__global const int *x, __global int *y) {
    int value = x[get_global_id(0)];
    if (get_sub_group_id() == 1)
        value = sub_group_reduce_max(value);
    y[get_global_id(0)] = value;
}

__kernel void parted_wrong(__global const int *x, __global int *y) {
    int value = x[get_global_id(0)];
    if (x[0] != 7 || get_local_id(0) != 3)
        value = sub_group_reduce_max(value);
    y[get_global_id(0)] = value;
}

__kernel void named_wrong(__global const int *x, __global int *y) {
    int value = x[get_global_id(0)];
    y[get_global_id(0)] = sub_group_broadcast(value, value & 3);
}
