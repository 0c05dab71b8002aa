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

kernel void sum_cyclic(global const float *a, global const float *w, global float *o, int n) {
    int i = get_global_id(0);
    uchar lane = i & 7;
    float s = 0;
    for (int k = 0; k < 40; k++) {
        s += a[i] * w[lane];
    }
    o[i] = s;
}

kernel void set_short(global int *o, int n) {
    ushort i = get_global_id(0);
    o[i] = 7;
}
