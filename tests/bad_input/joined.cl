__kernel void filled_items(__global int *y, int w, int h) {
    int i = get_global_id(1) * w + get_global_id(0);
    y[i] = i;
}
