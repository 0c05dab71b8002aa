// Kernels whose accesses are written down.

__kernel void exchange(__global int *x, __local int *part) {
    size_t i = get_local_id(0);
    part[i] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (part[0] > 0)
        x[get_global_id(0)] = part[1 - i];
}

__kernel void scatter(__global const int *at, __global int *x) {
    x[at[get_global_id(0)] & 3] = get_global_id(0);
}
