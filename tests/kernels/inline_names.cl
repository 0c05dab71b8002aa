inline int limited(int x) { return x > 255 ? 255 : x; }

kernel void bright_kernel(global const short *a, global uchar *d)
{
    int i = get_global_id(0);
    d[i] = limited(a[i] + 8);
}

kernel void bright_clamped(global const short *a, global uchar *d)
{
    int i = get_global_id(0);
    d[i] = max(limited(a[i] + 8), 0);
}
