// simdiff: kernel --kernel copy --global "w x h" => clean
// The kernels of opencl_mad24.c.

kernel void copy(global const uchar *from, global uchar *to, int w, int h)
{
    int x = get_global_id(0), y = get_global_id(1);
    to[y * w + x] = from[mad24(y, w, x)];
}

kernel void copy_transposed(global const uchar *from, global uchar *to, int w, int h)
{
    int x = get_global_id(0), y = get_global_id(1);
    to[y * w + x] = from[mad24(x, h, y)];
}

// This branch is the user's.
kernel void double_or_more(global const float *from, global float *to, int n)
{
    int i = get_global_id(0);
    float value = from[i] * 2;
    if (n > 1 << 25) value = max(value, INFINITY);
    to[i] = value;
}

kernel void double_of_few(global const float *from, global float *to, int n)
{
    int i = get_global_id(0);
    to[i] = n > 9 ? max(from[i], 0.0f) : from[i] * 2;
}
