// A barrier orders the items of one group, not of two.
__kernel void rotate_fenced(__global float *y) {
    size_t i = get_global_id(0);
    float next = y[(i + 1) % get_global_size(0)];
    barrier(CLK_GLOBAL_MEM_FENCE);
    y[i] = next;
}

// The barrier fences local memory only.
__kernel void rotate_unfenced(__global float *y) {
    size_t i = get_global_id(0);
    float next = y[(i + 1) % get_global_size(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = next;
}

__kernel void total_atomic(__global const uint *x, __global uint *y) {
    atomic_add(y, x[get_global_id(0)]);
}

// Neighbouring bytes are no race.
__kernel void copy_bytes(__global const uchar *x, __global uchar *y) {
    size_t i = get_global_id(0);
    y[i] = x[i];
}

// Every item writes its neighbour's byte too.
__kernel void copy_overlapping(__global const uchar *x, __global uchar *y) {
    vstore2(vload2(0, x + get_global_id(0)), 0, y + get_global_id(0));
}
