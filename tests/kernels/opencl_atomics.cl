// 8 items; updates whose old values nobody uses leave the same behind in any order.
__kernel void total_items(__global const uint *x, volatile __global uint *y) {
    atomic_add(y, x[get_global_id(0)]);
}

__kernel void total_local(__global const uint *x, __global uint *y) {
    volatile __local uint sum;
    if (get_local_id(0) == 0)
        sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&sum, x[get_global_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        atomic_add(y, sum);
}

// The first barrier is missing.
__kernel void total_local_at_once(__global const uint *x, __global uint *y) {
    volatile __local uint sum;
    if (get_local_id(0) == 0)
        sum = 0;
    atomic_add(&sum, x[get_global_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        atomic_add(y, sum);
}

__kernel void bins_items(__global const uchar *x, volatile __global uint *y) {
    atomic_inc(&y[x[get_global_id(0)] & 3]);
}

// One of the updates is not atomic.
__kernel void bins_plain(__global const uchar *x, __global uint *y) {
    y[x[get_global_id(0)] & 3]++;
}

// What an item reads is what others have added up to then.
__kernel void total_read_items(__global const uint *x, volatile __global uint *y) {
    size_t i = get_global_id(0);
    atomic_add(y, x[i]);
    if (i == 7)
        y[1] = *(__global uint *)y;
}

__kernel void greatest_items(__global const int *x, volatile __global int *y) {
    atomic_max(y, x[get_global_id(0)]);
}

// Kinds that do not commute.
__kernel void greatest_of_sums_items(__global const int *x, volatile __global int *y) {
    atomic_add(y, 1);
    atomic_max(y, x[get_global_id(0)]);
}

__kernel void masks_items(__global const uint *x, volatile __global uint *y) {
    uint v = x[get_global_id(0)];
    atomic_and(&y[0], v);
    atomic_or(&y[1], v);
    atomic_xor(&y[2], v);
}

// The last one wins, whoever that is.
__kernel void last_items(__global const uint *x, volatile __global uint *y) {
    atomic_xchg(y, x[get_global_id(0)]);
}

// Places are given out in the order in which items come.
__kernel void compact_items(__global const int *x, __global int *y, volatile __global int *count) {
    int v = x[get_global_id(0)];
    if (v > 0)
        y[atomic_inc(count)] = v;
}

__kernel void numbered_items(__global int *y, volatile __global int *count) {
    y[get_global_id(0)] = atomic_inc(count);
}

// Floats are added by whoever finds nobody between its read and its write.
__kernel void total_float_items(__global const float *x, __global float *y) {
    volatile __global uint *bits = (volatile __global uint *)y;
    uint old, new;
    do {
        old = *bits;
        new = as_uint(as_float(old) + x[get_global_id(0)]);
    } while (atomic_cmpxchg(bits, old, new) != old);
}

// The last group adds up what all have left, but nothing orders its reads.
__kernel void last_group_items(__global const uint *x, __global uint *part,
    volatile __global uint *count, __global uint *y) {
    size_t g = get_group_id(0);
    part[g] = x[g] + 1;
    if (atomic_inc(count) == get_num_groups(0) - 1) {
        uint sum = 0;
        for (size_t k = 0; k < get_num_groups(0); k++)
            sum += part[k];
        *y = sum;
    }
}

// Fences do.
__kernel void last_group_fenced(__global const uint *x, __global uint *part,
    volatile __global uint *count, __global uint *y) {
    size_t g = get_group_id(0);
    part[g] = x[g] + 1;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    if (atomic_inc(count) == get_num_groups(0) - 1) {
        uint sum = 0;
        mem_fence(CLK_GLOBAL_MEM_FENCE);
        for (size_t k = 0; k < get_num_groups(0); k++)
            sum += part[k];
        *y = sum;
    }
}

// Whoever comes last leaves what all others left.
__kernel void found_items(__global const int *x, volatile __global int *y) {
    if (x[get_global_id(0)] < 0)
        atomic_xchg(y, 1);
}

// It is not the same for all.
__kernel void found_place(__global const int *x, volatile __global int *y) {
    if (x[get_global_id(0)] < 0)
        atomic_xchg(y, get_global_id(0));
}

// What another one left decides.
__kernel void found_first(__global const int *x, volatile __global int *y) {
    if (x[get_global_id(0)] < 0 && atomic_xchg(y, 1) == 0)
        y[1] = get_global_id(0);
}
