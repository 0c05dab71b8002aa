// The parameters are matched by their names.
__kernel void saxpy_items(__global const float *x, __global float *y, int n, float a) {
    size_t i = get_global_id(0);
    if (i < n)
        y[i] = a * x[i] + y[i];
}

// Half of the items have nothing to do.
__kernel void saxpy_grouped(float a, __global const float *x, __global float *y, int n) {
    size_t i = get_group_id(0) * get_local_size(0) + get_local_id(0);
    if (get_global_id(1) == 1)
        y[i] = a * x[i] + y[i];
}

__kernel void saxpy_offset(float a, __global const float *x, __global float *y, int n) {
    size_t i = get_global_id(0) - get_global_offset(0);
    y[i] = a * x[i] + y[i];
}
