int twice(int x) {
    return 2 * x;
}

__kernel void sum(__global int *x, __local int *part) {
    part[get_local_id(0)] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = twice(part[0]);
}

__kernel void gather(__global const int *at, __global int *y) {
    y[get_global_id(0)] = at[at[0]];
}

__kernel __attribute__((reqd_work_group_size(4, 1, 1))) void fixed(__global int *y) {
    y[get_global_id(0)] = get_local_id(0);
}

__kernel void somewhere(__global float *a, __global float *b, __global float *c) {
    a[get_global_id(0)] = b[get_global_id(0)] = c[0];
}
