// simdiff: kernel --kernel pool --global n => clean
// The kernels of opencl_extrema.c.

kernel void pool(global const float *x, global float *y, int n)
{
    int i = get_global_id(0);
    float most = -INFINITY;
    for (int k = 0; k < 3; k++) most = max(most, x[3 * i + k]);
    y[i] = most;
}

kernel void pool_all_but_first(global const float *x, global float *y, int n)
{
    int i = get_global_id(0);
    float most = -INFINITY;
    for (int k = 1; k < 3; k++) most = max(most, x[3 * i + k]);
    y[i] = most;
}

kernel void lowest(global const double *x, global double *y, int n)
{
    int i = get_global_id(0);
    double least = INFINITY;
    for (int k = 0; k < 3; k++) least = min(least, x[3 * i + k]);
    y[i] = least;
}

kernel void lowest_from_zero(global const double *x, global double *y, int n)
{
    int i = get_global_id(0);
    double least = 0;
    for (int k = 0; k < 3; k++) least = min(least, x[3 * i + k]);
    y[i] = least;
}
