// Every id of a work-item is below the extent of the index space in its dimension.

kernel void either(global const uchar *a, global uchar *d, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= w || y >= h)
        return;
    d[y * w + x] = 255 - a[y * w + x];
}

kernel void both(global const uchar *a, global uchar *d, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x < w && y < h)
        d[y * w + x] = 255 - a[y * w + x];
}

kernel void one_by_one(global const uchar *a, global uchar *d, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= w)
        return;
    if (y >= h)
        return;
    d[y * w + x] = 255 - a[y * w + x];
}

kernel void whole_extent(global const uchar *a, global uchar *d, int w, int h) {
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x + 1 > get_global_size(0) || y + 1 > get_global_size(1))
        return;
    d[y * w + x] = 255 - a[y * w + x];
}

kernel void too_narrow(global const uchar *a, global uchar *d, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= w - 1 || y >= h)
        return;
    d[y * w + x] = 255 - a[y * w + x];
}

// The condition holds for some item only if w is above 40.
kernel void far_off(global const uchar *a, global uchar *d, int w, int h) {
    int x = get_global_id(0), y = get_global_id(1);
    if (x == 40 && y < h)
        return;
    d[y * w + x] = 255 - a[y * w + x];
}

kernel void copies(global const int *a, global int *d) {
    size_t i = get_global_id(0);
    d[i] = a[i];
}

kernel void copies_first(global const int *a, global int *d) {
    size_t i = get_global_id(0);
    d[i] = a[0];
}
