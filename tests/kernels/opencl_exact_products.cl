kernel void scaled(global const uchar *from, global float *to)
{
    int i = get_global_id(0);
    to[i] = from[i] * 0.5f - 64.0f;
}

kernel void scaled_by_tenth(global const uchar *from, global float *to)
{
    int i = get_global_id(0);
    to[i] = from[i] * 0.1f - 64.0f;
}
