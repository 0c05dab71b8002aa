__kernel void dot_items(__global const float4 *a, __global const float4 *b, __global float *y) {
    size_t i = get_global_id(0);
    y[i] = dot(a[i], b[i]);
}

__kernel void dot_backwards(__global const float4 *a, __global const float4 *b,
    __global float *y) {
    size_t i = get_global_id(0);
    y[i] = dot(a[i].wzyx, b[i].wzyx);
}

__kernel void unit_items(__global const double2 *a, __global double2 *y) {
    size_t i = get_global_id(0);
    y[2 * i] = normalize(a[2 * i]);
    y[2 * i + 1] = normalize(a[2 * i + 1]);
}

__kernel void crossed_items(__global const float4 *a, __global const float4 *b,
    __global float *y) {
    size_t i = get_global_id(0);
    y[i] = cross(a[i], b[i]).z + distance(a[i].xyz, b[i].xyz);
}
