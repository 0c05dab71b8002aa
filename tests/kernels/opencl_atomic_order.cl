__kernel void kept_items(__global const int *x, __global int *y, volatile __global uint *count) {
    int i = get_global_id(0);
    if (x[i] > 0)
        y[atomic_inc(count)] = x[i];
}

__kernel void total_swapped(__global const float *x, volatile __global float *y) {
    uint old, sum;
    do {
        old = as_uint(*y);
        sum = as_uint(as_float(old) + x[get_global_id(0)]);
    } while (atomic_cmpxchg((volatile __global uint *)y, old, sum) != old);
}

__kernel void linked_items(volatile __global int *head, __global int *next) {
    int i = get_global_id(0);
    next[i] = atomic_xchg(head, i);
}

__kernel void tally_items(__global const uchar *x, volatile __global uint *y) {
    atomic_inc(&y[x[get_global_id(0)] & 3]);
}
