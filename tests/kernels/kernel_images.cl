// simdiff: kernel --kernel doubled_in_place --global 4x2 --arg 'image=image r f32[4, 2]' --cflags=-cl-std=CL2.0 => clean "as if every fence had CLK_IMAGE_MEM_FENCE"
// simdiff: kernel --kernel shifted_in_place --global 4x2 --arg 'image=image r f32[5, 2]' --cflags=-cl-std=CL2.0 => defect race
// simdiff: kernel --kernel looked_up --global 4 --arg 'index=in:i32[4] in 0..6' --arg 'table=image r f32[7]' --cflags=-cl-std=CL2.0 => clean
// simdiff: kernel --kernel looked_up --global 4 --arg 'index=in:i32[4] in 0..7' --arg 'table=image r f32[7]' --cflags=-cl-std=CL2.0 => defect out-of-bounds-read
// simdiff: kernel --kernel buffered --global 4 --arg 'index=in:i32[4] in 0..6' --arg 'table=image rgba u8[7]' --cflags=-cl-std=CL2.0 => clean
// simdiff: kernel --kernel sampled --global 4 --arg 'at=in:f32[4] in -9..9' --arg 'src=image r f32[4, 1]' --cflags=-cl-std=CL2.0 => clean
// simdiff: kernel --kernel sampled --global 4 --arg 'at=in:f32[4]' --arg 'src=image r f32[4, 1]' --cflags=-cl-std=CL2.0 => undecided "coordinates of 2^30 texels and more"
// simdiff: kernel --kernel repeated_wrongly --global 4 --arg 'src=image r f32[4, 1]' --cflags=-cl-std=CL2.0 => undecided "repeats unnormalized coordinates"
// simdiff: kernel --kernel of_the_wrong_type --global 4 --arg 'src=image r f32[4, 1]' --cflags=-cl-std=CL2.0 => undecided "not of unsigned integers"
// simdiff: kernel --kernel read_by_row --global 2x4 --arg 'src=image rg u16[4, 2]' --cflags=-cl-std=CL2.0 => defect out-of-bounds-read "outside src"
// simdiff: kernel --kernel turned_in_place --global 4 --local 4 --arg 'image=image r f32[4]' --cflags=-cl-std=CL2.0 => clean
// simdiff: kernel --kernel turned_by_images --global 4 --local 4 --arg 'image=image r f32[4]' --cflags=-cl-std=CL2.0 => undecided "CLK_IMAGE_MEM_FENCE without CLK_GLOBAL_MEM_FENCE"
// simdiff: kernel --kernel unaddressed --global 4 --arg 'src=image r f32[4, 1]' --cflags=-cl-std=CL2.0 => clean
// simdiff: kernel --kernel unaddressed --global 5 --arg 'src=image r f32[4, 1]' --cflags=-cl-std=CL2.0 => defect out-of-bounds-read "outside src"
// What items do to images, and with coordinates that depend on inputs.
kernel void doubled_in_place(read_write image2d_t image) {
    int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1));
    write_imagef(image, at, 2.0f * read_imagef(image, at));
}

// Items read what others write.
kernel void shifted_in_place(read_write image2d_t image) {
    int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1));
    write_imagef(image, at, read_imagef(image, at + (int2)(1, 0)));
}

kernel void looked_up(global const int *index, read_only image1d_t table, global float *y) {
    size_t i = get_global_id(0);
    y[i] = read_imagef(table, index[i]).x;
}

kernel void buffered(global const int *index, read_only image1d_buffer_t table, global uint *y) {
    size_t i = get_global_id(0);
    y[i] = read_imageui(table, index[i]).w;
}

kernel void sampled(global const float *at, read_only image2d_t src, global float *y) {
    const sampler_t s
        = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    size_t i = get_global_id(0);
    y[i] = read_imagef(src, s, (float2)(at[i], 0)).x;
}

kernel void repeated_wrongly(read_only image2d_t src, global float *y) {
    const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
    size_t i = get_global_id(0);
    y[i] = read_imagef(src, s, (float2)(i, 0)).x;
}

kernel void of_the_wrong_type(read_only image2d_t src, global uint *y) {
    size_t i = get_global_id(0);
    y[i] = read_imageui(src, (int2)((int)i, 0)).x;
}

// Rows are taken for columns.
kernel void read_by_row(read_only image2d_t src, global uint *y) {
    int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1));
    y[4 * at.x + at.y] = read_imageui(src, at).y;
}

void turn(read_write image1d_t image, float4 own) {
    int i = get_local_id(0);
    write_imagef(image, 3 - i, own);
}

kernel void turned_in_place(read_write image1d_t image) {
    float4 own = read_imagef(image, (int)get_local_id(0));
    barrier(CLK_IMAGE_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    turn(image, own);
}

kernel void turned_by_images(read_write image1d_t image) {
    float4 own = read_imagef(image, (int)get_local_id(0));
    barrier(CLK_IMAGE_MEM_FENCE);
    turn(image, own);
}

// A sampler that addresses nothing leaves it to the kernel to stay inside.
kernel void unaddressed(read_only image2d_t src, global float *y) {
    const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
    int i = get_global_id(0);
    y[i] = read_imagef(src, s, (int2)(i, 0)).x;
}
