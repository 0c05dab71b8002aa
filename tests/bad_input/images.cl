__kernel void copy(__read_only image2d_t src, __write_only image2d_t dst, sampler_t how) {
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(dst, at, read_imagef(src, how, at));
}

__kernel void shadow(__read_only image2d_depth_t depth, __global float *y) {
    const sampler_t s = CLK_FILTER_NEAREST;
    y[get_global_id(0)] = read_imagef(depth, s, (int2)(0, 0));
}
