// Ports of kernels.c: wrong, unless RIGHT is defined.
#ifdef RIGHT
#define BUG(right, wrong) right
#else
#define BUG(right, wrong) wrong
#endif

/* The parameters have another order, and one another name. */
kernel void brighten_wraps(global uchar *out, uchar by, global const uchar *src)
{
    size_t i = get_global_id(0);
    out[i] = BUG(add_sat(src[i], by), (uchar)(src[i] + by));
}

/* Local memory that is passed, and a buffer that is the kernel's own. */
kernel void sums_short(global const int *x, global int *out, local int *part, global int *own)
{
    size_t i = get_local_id(0), group = get_group_id(0);
    part[i] = x[get_global_id(0)];
    own[get_global_id(0)] = part[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 0)
        out[group] = part[0] + part[1] + part[2] + BUG(part[3], part[2]);
}

/* Without a barrier. */
kernel void sums_race(global const int *x, global int *out, local int *part)
{
    size_t i = get_local_id(0), group = get_group_id(0);
    part[i] = x[get_global_id(0)];
#ifdef RIGHT
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (i == 0)
        out[group] = part[0] + part[1] + part[2] + part[3];
}

/* Two dimensions, and one buffer too short. */
kernel void shift_overrun(global float *x, global float *y, int w, int h)
{
    int i = get_global_id(1) * w + get_global_id(0) + BUG(0, 1);
    x[i] = x[i] + 1.0f;
    y[i] = x[i] * 2.0f;
}

kernel void brighten_right(global const uchar *src, global uchar *dst, uchar by)
{
    dst[get_global_id(0)] = add_sat(src[get_global_id(0)], by);
}

kernel void corner_image(read_only image2d_t src, global uchar *dst)
{
    *dst = (uchar)(read_imageui(src, (int2)(0, 0)).x + BUG(0, 1));
}
