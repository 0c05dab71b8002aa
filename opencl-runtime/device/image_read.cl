// Built-in image sampler-less read functions (6.15.15.3). Coordinates outside the image are
// undefined behaviour.

#include "image_texel.h"

#define READ(IMAGE, ACCESS, COORDINATES)                                                \
    IMAGE_FUNCTION float4 read_imagef(ACCESS IMAGE image, COORDINATES at) {                 \
        return texel_f(header_of(image), PLACE_##IMAGE(at));                            \
    }                                                                                   \
    IMAGE_FUNCTION int4 read_imagei(ACCESS IMAGE image, COORDINATES at) {                   \
        return texel_i(header_of(image), PLACE_##IMAGE(at));                            \
    }                                                                                   \
    IMAGE_FUNCTION uint4 read_imageui(ACCESS IMAGE image, COORDINATES at) {                 \
        return texel_ui(header_of(image), PLACE_##IMAGE(at));                           \
    }                                                                                   \
    IMAGE_FUNCTION half4 read_imageh(ACCESS IMAGE image, COORDINATES at) {                  \
        return texel_h(header_of(image), PLACE_##IMAGE(at));                            \
    }
#define EACH_READABLE(IMAGE, COORDINATES)                                               \
    READ(IMAGE, read_only, COORDINATES) READ(IMAGE, read_write, COORDINATES)
EACH_READABLE(image1d_t, int)
EACH_READABLE(image1d_buffer_t, int)
EACH_READABLE(image1d_array_t, int2)
EACH_READABLE(image2d_t, int2)
EACH_READABLE(image2d_array_t, int4)
EACH_READABLE(image3d_t, int4)
