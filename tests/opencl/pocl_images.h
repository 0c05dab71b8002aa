// What is asked of images, told to the library and to PoCL alike.
//
// SAMPLE(name, result, function, sampler): a result for each pair of coordinates.
// WRITE(name, color, function): a color for each texel of the image's first row.
#define NEAREST(name, mode)                                                             \
    SAMPLE(name##_f, float4, read_imagef, mode | CLK_FILTER_NEAREST)                    \
    SAMPLE(name##_i, int4, read_imagei, mode | CLK_FILTER_NEAREST)                      \
    SAMPLE(name##_ui, uint4, read_imageui, mode | CLK_FILTER_NEAREST)
NEAREST(none, CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE)
NEAREST(edge, CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE)
NEAREST(border, CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP)
NEAREST(normal_edge, CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE)
NEAREST(normal_border, CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP)
NEAREST(repeat, CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT)
NEAREST(mirror, CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT)
WRITE(write_f, float4, write_imagef)
WRITE(write_i, int4, write_imagei)
WRITE(write_ui, uint4, write_imageui)
