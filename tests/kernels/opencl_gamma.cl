__kernel void sign_items(__global const float *x, __global int *s) {
    size_t i = get_global_id(0);
    lgamma_r(x[i], s + i);
}

__kernel void positive_items(__global const float *x, __global int *s) {
    size_t i = get_global_id(0);
    int sign;
    lgamma_r(fabs(x[i]), &sign);
    s[i] = sign;
}
