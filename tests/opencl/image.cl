#pragma OPENCL EXTENSION cl_khr_fp16 : enable
// Image functions on coordinates in arrays: K is a name for the kind of image.
#define READS(K, IMAGE, F, R, I, REAL, WHOLE, FLOATS)                                   \
    void shim_at_##K##_##F(read_only IMAGE image, const int *c, R *r) {                 \
        R##4 x = read_image##F(image, WHOLE);                                           \
        for (int i = 0; i < 4; i++) r[i] = x[i];                                        \
    }                                                                                   \
    void shim_whole_##K##_##F(read_only IMAGE image, sampler_t s, const int *c, R *r) { \
        R##4 x = read_image##F(image, s, WHOLE);                                        \
        for (int i = 0; i < 4; i++) r[i] = x[i];                                        \
    }                                                                                   \
    void shim_float_##K##_##F(read_only IMAGE image, sampler_t s, const float *c, R *r) { \
        R##4 x = read_image##F(image, s, FLOATS);                                       \
        for (int i = 0; i < 4; i++) r[i] = x[i];                                        \
    }                                                                                   \
    void shim_write_##K##_##F(write_only IMAGE image, const int *c, const R *r) {       \
        write_image##F(image, WHOLE, (R##4)(r[0], r[1], r[2], r[3]));                   \
    }
#define KIND(K, IMAGE, I, REAL, WHOLE, FLOATS)                                          \
    READS(K, IMAGE, f, float, I, REAL, WHOLE, FLOATS)                                   \
    READS(K, IMAGE, i, int, I, REAL, WHOLE, FLOATS)                                     \
    READS(K, IMAGE, ui, uint, I, REAL, WHOLE, FLOATS)                                   \
    READS(K, IMAGE, h, half, I, REAL, WHOLE, FLOATS)                                    \
    int shim_width_##K(read_only IMAGE image) { return get_image_width(image); }
#define TWO(T) ((T##2)(c[0], c[1]))
#define FOUR(T) ((T##4)(c[0], c[1], c[2], 7))

KIND(line, image1d_t, int, float, c[0], c[0])
KIND(lines, image1d_array_t, int2, float2, TWO(int), TWO(float))
KIND(plane, image2d_t, int2, float2, TWO(int), TWO(float))
KIND(planes, image2d_array_t, int4, float4, FOUR(int), FOUR(float))
KIND(volume, image3d_t, int4, float4, FOUR(int), FOUR(float))

void shim_sizes(read_only image2d_array_t layers, write_only image3d_t volume,
    read_only image1d_array_t lines, int *r) {
    r[0] = get_image_height(layers);
    r[1] = (int)get_image_array_size(layers);
    r[2] = get_image_depth(volume);
    r[3] = get_image_dim(volume).z;
    r[4] = (int)get_image_array_size(lines);
    r[5] = get_image_dim(layers).y;
    r[6] = get_image_channel_order(lines);
    r[7] = get_image_channel_data_type(lines);
}

// Samplers that the source declares, as variables of the program and of a function.
constant sampler_t outer = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
void shim_samplers(read_only image1d_t image, float at, float *r) {
    const sampler_t inner
        = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    r[0] = read_imagef(image, outer, at).w;
    r[1] = read_imagef(image, inner, at).w;
}
