__kernel void turn_twice(__global const int *x, __global int *y) {
    __local int part[4];
    int l = get_local_id(0), i = get_global_id(0);
    part[l] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    int next = part[(l + 1) & 3];
    barrier(CLK_LOCAL_MEM_FENCE);
    part[l] = next;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = part[(l + 1) & 3];
}

// A neighbour may still have to read what is written over.
__kernel void turn_over(__global const int *x, __global int *y) {
    __local int part[4];
    int l = get_local_id(0), i = get_global_id(0);
    part[l] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    int next = part[(l + 1) & 3];
    part[l] = next;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = part[(l + 1) & 3];
}

// For one value of the input, nobody waits.
__kernel void turn_unless(__global const int *x, __global int *y) {
    __local int part[4];
    int l = get_local_id(0), i = get_global_id(0);
    part[l] = x[i];
    if (x[0] != 12345)
        barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = part[(l + 1) & 3];
}

// Each item waits once more than the one before it.
__kernel void copy_waiting(__global const int *x, __global int *y) {
    int i = get_global_id(0);
    for (int k = 0; k < get_local_id(0); k++)
        barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = x[i];
}

// Which items wait is up to the input: there are 2^32 ways.
__kernel void copy_if_positive(__global const int *x, __global int *y) {
    int i = get_global_id(0);
    if (x[i] > 0)
        barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = x[i];
}

// All items come to one barrier, half of them a round later.
__kernel void copy_by_turns(__global const int *x, __global int *y) {
    int i = get_global_id(0);
    for (int k = 0; k < 2; k++)
        if (k == (get_local_id(0) & 1))
            barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = x[i];
}

// Loops without a barrier may take each item any number of rounds.
__kernel void copy_in_rounds(__global const int *x, __global int *y) {
    __local int part[4];
    int l = get_local_id(0), i = get_global_id(0);
    for (int k = 0; k < l; k++)
        part[l] = k;
    for (int k = 0; k < 2; k++) {
        for (int j = 0; j < l; j++)
            part[l] ^= j;
        part[l] = x[i];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    y[i] = part[l];
}

// Local memory holds nothing when a group starts.
__kernel void turn_partly(__global const int *x, __global int *y) {
    __local int part[4];
    int l = get_local_id(0), i = get_global_id(0);
    if (l != 2)
        part[l] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = part[(l + 1) & 3];
}

// Two equal indices meet.
__kernel void scatter(__global const uchar *at, __global int *y) {
    int i = get_global_id(0);
    y[at[i] & 7] = i;
}

struct point {
    int x, y;
};

// What is passed by value is each item's own.
__kernel void offset_points(struct point p, __global int *y) {
    int i = get_global_id(0);
    p.x += i & 7;
    y[i] = p.x ^ p.y;
}

__kernel void reverse(__global const float4 *x, __global float4 *y) {
    int i = get_global_id(0);
    y[i] = x[i].wzyx;
}
