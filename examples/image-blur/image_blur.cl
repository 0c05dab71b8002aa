// simdiff: kernel --kernel blur_edge --global 5x3 --arg 'src=image[5, 3]' --arg 'dst=image[5, 3]' => clean
// simdiff: kernel --kernel blur_shifted --global 5x3 --arg 'src=image[5, 3]' --arg 'dst=image[5, 3]' => defect out-of-bounds-write
// simdiff: kernel --kernel blur_unclamped --global 5x3 --arg 'src=image[5, 3]' --arg 'dst=image[5, 3]' => defect out-of-bounds-read
// simdiff: kernel --kernel column_sums --global 5x3 --arg 'src=image[5, 3]' --arg 'dst=image[5, 1]' => defect race
// simdiff: check --reference blur_filtered --port blur_filtered_apart --global 3x2 --arg 'src=image r f32[3, 2]' --arg 'dst=image r f32[3, 2]' => equivalent "opencl.linear_2x.f32 is some function"
// The sampler does what the reference does by hand: it clamps to the edge.
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE
    | CLK_FILTER_NEAREST;
constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP
    | CLK_FILTER_NEAREST;

float4 mean(read_only image2d_t src, sampler_t sampler, int2 at) {
    int2 step = (int2)(1, 0);
    float4 sides = read_imagef(src, sampler, at - step) + read_imagef(src, sampler, at + step);
    return 0.25f * sides + 0.5f * read_imagef(src, sampler, at);
}

kernel void blur_edge(read_only image2d_t src, write_only image2d_t dst) {
    int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1));
    write_imagef(dst, at, mean(src, edge, at));
}

// Beyond the edge there is zero.
kernel void blur_border(read_only image2d_t src, write_only image2d_t dst) {
    int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1));
    write_imagef(dst, at, mean(src, border, at));
}

// The last pixel of a row is written beside the image.
kernel void blur_shifted(read_only image2d_t src, write_only image2d_t dst) {
    int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1));
    write_imagef(dst, at + (int2)(1, 0), mean(src, edge, at));
}

// Without a sampler nothing is clamped.
kernel void blur_unclamped(read_only image2d_t src, write_only image2d_t dst) {
    int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1));
    write_imagef(dst, at, 0.5f * (read_imagef(src, at - (int2)(1, 0)) + read_imagef(src, at)));
}

// A linear read between two pixels weighs them as a device likes.
kernel void blur_filtered(read_only image2d_t src, write_only image2d_t dst) {
    const sampler_t filter = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE
        | CLK_FILTER_LINEAR;
    int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1));
    float2 middle = convert_float2(at) + 0.5f, half_a_pixel = (float2)(0.5f, 0);
    float4 left = read_imagef(src, filter, middle - half_a_pixel);
    float4 right = read_imagef(src, filter, middle + half_a_pixel);
    write_imagef(dst, at, 0.5f * (left + right));
}

// What is read is the same, so it is weighed in the same way.
kernel void blur_filtered_apart(read_only image2d_t src, write_only image2d_t dst) {
    const sampler_t filter = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE
        | CLK_FILTER_LINEAR;
    float2 middle = (float2)((float)get_global_id(0) + 0.5f, (float)get_global_id(1) + 0.5f);
    float4 sum = read_imagef(src, filter, (float2)(middle.x + 0.5f, middle.y))
        + read_imagef(src, filter, (float2)(middle.x - 0.5f, middle.y));
    write_imagef(dst, (int2)((int)get_global_id(0), (int)get_global_id(1)), sum * 0.5f);
}

// All items of a column write one pixel.
kernel void column_sums(read_only image2d_t src, write_only image2d_t dst) {
    int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1));
    write_imagef(dst, (int2)(at.x, 0), read_imagef(src, at));
}
