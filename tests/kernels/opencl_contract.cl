// simdiff: kernel --kernel written --global n => clean
// The kernels of opencl_contract.c.

kernel void written(float a, global const float *x, global float *y, int n)
{
    int i = get_global_id(0);
    y[i] = a * x[i] + y[i];
}

kernel void wrong_sign(float a, global const float *x, global float *y, int n)
{
    int i = get_global_id(0);
    y[i] = a * x[i] - y[i];
}

kernel void four(float a, global const float *x, global float *y, int n)
{
    int i = get_global_id(0);
    vstore4(a * vload4(i, x) + vload4(i, y), i, y);
}
