// Bounds that vary, and bounds that are constants.

kernel void limit(global int *d, global const int *s, int low, int high)
{
    size_t i = get_global_id(0);
    d[i] = clamp(s[i], low, high);
}

kernel void to_bytes(global int *d, global const int *s)
{
    size_t i = get_global_id(0);
    d[i] = clamp(s[i], 0, 255);
}
