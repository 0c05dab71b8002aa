#pragma OPENCL FP_CONTRACT OFF
__kernel void group_maximum(__global const float *x, __global float *y)
{
    float most = work_group_reduce_max(x[get_local_id(0)]);
    if (get_local_id(0) == 0) y[0] = most;
}

__kernel void group_sum(__global const float *x, __global float *y)
{
    float all = work_group_reduce_add(x[get_local_id(0)]);
    if (get_local_id(0) == 0) y[0] = all;
}

__kernel void group_halves(__global const float *x, __global half *y)
{
    vstore_half(x[get_global_id(0)], get_global_id(0), y);
}
