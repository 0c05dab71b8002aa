// Kernels whose items count in narrow integers; narrow_ids.c has the checks.

kernel void sum_short(global const float *a, global float *o, int n) {
    ushort i = get_global_id(0);
    float s = 0;
    for (int k = 0; k < 40; k++) {
        s += a[i] * k;
    }
    o[i] = s;
}

kernel void sum_int(global const float *a, global float *o, int n) {
    int i = get_global_id(0);
    float s = 0;
    for (int k = 0; k < 40; k++) {
        s += a[i] * k;
    }
    o[i] = s;
}

kernel void scale_but_one(global const int *x, global int *y, int n) {
    int i = get_global_id(0);
    y[i] = i == 3000 ? 7 : 2 * x[i];
}

kernel void scale_guarded(global const int *x, global int *y, int n) {
    int i = get_global_id(0);
    if (i >= n) {
        return;
    }
    y[i] = 2 * x[i];
}
