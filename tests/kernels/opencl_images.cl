#pragma OPENCL EXTENSION cl_khr_fp16 : enable
int2 place(void) { return (int2)((int)get_global_id(0), (int)get_global_id(1)); }

kernel void inverted_texels(read_only image2d_t src, write_only image2d_t dst) {
    int2 at = place();
    write_imagef(dst, at, 1.0f - read_imagef(src, at));
}

// The channels in memory are in another order, which changes nothing alone.
kernel void inverted_blue_first(read_only image2d_t src, write_only image2d_t dst) {
    int2 at = place();
    write_imagef(dst, at, 1.0f - read_imagef(src, at));
}

kernel void brightened_texels(read_only image2d_t src, write_only image2d_t dst, uint by) {
    int2 at = place();
    if (at.x < get_image_width(dst) && at.y < get_image_dim(dst).y)
        write_imageui(dst, at, read_imageui(src, at) + by);
}

// What is written is not clamped by hand, and not by the image.
kernel void brightened_wrapping(read_only image2d_t src, write_only image2d_t dst, uint by) {
    int2 at = place();
    write_imageui(dst, at, (read_imageui(src, at) + by) & 255);
}

// Half an image to the left, in both modes that repeat one.
float2 shifted(int2 at) { return (convert_float2(at) + (float2)(-1.5f, 0.5f)) * (float2)(0.25f, 0.5f); }

kernel void repeated_texels(read_only image2d_t src, write_only image2d_t dst) {
    const sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
    write_imagef(dst, place(), read_imagef(src, s, shifted(place())));
}

kernel void mirrored_texels(read_only image2d_t src, write_only image2d_t dst) {
    const sampler_t s
        = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | CLK_FILTER_NEAREST;
    write_imagef(dst, place(), read_imagef(src, s, shifted(place())));
}

kernel void bordered_texels(read_only image2d_t src, write_only image2d_t dst) {
    const sampler_t s
        = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    write_imagef(dst, place(), read_imagef(src, s, place() - (int2)(2, 0)));
}

kernel void sampled_by_argument(read_only image2d_t src, write_only image2d_t dst, sampler_t how) {
    write_imagef(dst, place(), read_imagef(src, how, shifted(place())));
}

kernel void layers_added_of_images(read_only image2d_array_t src, write_only image2d_t dst) {
    const sampler_t s
        = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    uint4 sum = 0;
    for (int layer = 0; layer < (int)get_image_array_size(src); layer++)
        sum += as_uint4(read_imagei(src, s, (int4)(place(), layer, 0)));
    write_imagei(dst, place(), as_int4(sum));
}

kernel void slices_added(read_only image3d_t src, write_only image2d_t dst) {
    const sampler_t s
        = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    uint4 sum = 0;
    for (int z = 0; z < get_image_depth(src); z++)
        sum += as_uint4(read_imagei(src, s, (float4)(convert_float2(place()), z, 0)));
    write_imagei(dst, place(), as_int4(sum));
}

kernel void summed_lines_of_images(read_only image1d_array_t src, write_only image1d_t dst) {
    int x = get_global_id(0);
    int4 sum = 0;
    for (int layer = 0; layer < 3; layer++)
        sum += read_imagei(src, (int2)(x, layer));
    write_imagei(dst, x, sum);
}

kernel void inverted_halves(read_only image2d_t src, write_only image2d_t dst) {
    int2 at = place();
    write_imageh(dst, at, (half)1 - read_imageh(src, at));
}

kernel void copied_halves(read_only image2d_t src, write_only image2d_t dst) {
    const sampler_t s
        = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    write_imageh(dst, place(), read_imageh(src, s, place()));
}

// Not modelled.
kernel void blended_halves(read_only image2d_t src, write_only image2d_t dst) {
    const sampler_t s
        = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    write_imageh(dst, place(), read_imageh(src, s, convert_float2(place())));
}
