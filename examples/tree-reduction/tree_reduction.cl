__kernel void sum_tree(__global const float *x, __global float *out, __local float *part) {
    size_t i = get_local_id(0);
    part[i] = x[get_global_id(0)];
    for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < step)
            part[i] += part[i + step];
    }
    if (i == 0)
        out[get_group_id(0)] = part[0];
}

__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void sum_tree_static(__global const float *x, __global float *out) {
    __local float part[8];
    int i = get_local_id(0);
    part[i] = x[get_global_id(0)];
    for (int step = 4; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < step)
            part[i] = part[i] + part[i + step];
    }
    if (i == 0)
        out[get_group_id(0)] = part[0];
}

// Items that have nothing to add leave before the barrier.
__kernel void sum_diverging(__global const float *x, __global float *out, __local float *part) {
    size_t i = get_local_id(0);
    part[i] = x[get_global_id(0)];
    for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {
        if (i >= step)
            return;
        barrier(CLK_LOCAL_MEM_FENCE);
        part[i] += part[i + step];
    }
    out[get_group_id(0)] = part[0];
}

// Relies on items that run in lock-step: there is no barrier between the steps.
__kernel void sum_lockstep(__global const float *x, __global float *out, __local float *part) {
    size_t i = get_local_id(0);
    part[i] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t step = get_local_size(0) / 2; step > 0; step /= 2)
        if (i < step)
            part[i] += part[i + step];
    if (i == 0)
        out[get_group_id(0)] = part[0];
}
