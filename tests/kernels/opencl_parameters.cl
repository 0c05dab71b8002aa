__kernel void scaled_by_name(int k, int n, __global int *y, __global const int *x) {
    int i = get_global_id(0);
    if (i < n)
        y[i] = k * x[i];
}

// One name is known, and the others are in order.
__kernel void scaled_in_order(int n, __global const int *from, __global int *to, int factor) {
    int i = get_global_id(0);
    if (i < n)
        to[i] = factor * from[i];
}

// How many there are, the index space says.
__kernel void scaled_uncounted(__global const int *x, __global int *y, int k) {
    int i = get_global_id(0);
    y[i] = k * x[i];
}

__kernel void scaled_twice_over(__global const int *x, __global int *spare, __local int *part,
                                __global int *y, int k) {
    int i = get_global_id(0), l = get_local_id(0);
    spare[i] = x[i];
    part[l] = k;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    y[i] = spare[i] * part[l];
}

// The result is where nobody looks for it.
__kernel void scaled_into_spare(__global const int *x, __global int *spare, __global int *y,
                                int k) {
    int i = get_global_id(0);
    spare[i] = k * x[i];
}

// What somebody left in it is used.
__kernel void scaled_from_spare(__global const int *x, __global int *spare, __global int *y,
                                int k) {
    int i = get_global_id(0);
    y[i] = k * spare[i];
}

// It leaves nothing where the reference leaves its result.
__kernel void scaled_nowhere(__global const int *x, int k) {
    int i = get_global_id(0);
    (void)(k * x[i]);
}

// Which of these is y?
__kernel void scaled_somewhere(__global const int *x, __global int *a, __global int *b, int k) {
    int i = get_global_id(0);
    a[i] = b[i] = k * x[i];
}
