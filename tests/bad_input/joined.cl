__kernel void filled_items(__global int *y, int w, int h) {
    int i = get_global_id(1) * w + get_global_id(0);
    y[i] = i;
}

__kernel void shifted_items(__global int *y, int w, int by) {
    y[get_global_id(0)] = by;
}
