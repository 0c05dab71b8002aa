// The kernels of one_name.c.
__kernel void scale(__global const float *x, __global float *y, int n, float k)
{
    int i = get_global_id(0);
    if (i < n) y[i] = k * x[i];
}

__kernel void offset(__global const float *x, __global float *y, int n, float k)
{
    int i = get_global_id(0);
    if (i + 1 < n) y[i] = k + x[i];
}
