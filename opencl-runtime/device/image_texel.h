// Reading texels: channels in memory as components of a vector (OpenCL 3.0 API 5.3.1.1;
// OpenCL C 3.0, 6.15.15.1 and 8.3).
//
// Normalised channels are converted as 8.3 prefers, by one division, correctly rounded. A
// device may be off by 1.5 ulp; a verdict on such an image says so.

#pragma once

#include "image.h"

#define CHANNEL_f float
#define CHANNEL_i int
#define CHANNEL_ui uint
#define CHANNEL_h half
#define VECTOR_f float4
#define VECTOR_i int4
#define VECTOR_ui uint4
#define VECTOR_h half4

#define LOAD(T) ((float)((const __global T *)texel)[channel])

static inline float channel_f(image_header image, const __global uchar *texel, uint channel) {
    switch (image->type) {
    case CLK_FLOAT: return LOAD(float);
    case CLK_HALF_FLOAT: return LOAD(half);
    case CLK_UNORM_INT8: return LOAD(uchar) / 255.0f;
    case CLK_UNORM_INT16: return LOAD(ushort) / 65535.0f;
    // The least integer gives -1, as its successor does.
    case CLK_SNORM_INT8: return __builtin_elementwise_max(LOAD(char) / 127.0f, -1.0f);
    case CLK_SNORM_INT16: return __builtin_elementwise_max(LOAD(short) / 32767.0f, -1.0f);
    }
    simdiff_unsupported("read_imagef", "an image of integers");
}

// Halves are read from images of halves and of normalised channels only (cl_khr_fp16).
static inline half channel_h(image_header image, const __global uchar *texel, uint channel) {
    if (image->type == CLK_FLOAT)
        simdiff_unsupported("read_imageh", "an image of floats");
    return (half)channel_f(image, texel, channel);
}

static inline int channel_i(image_header image, const __global uchar *texel, uint channel) {
    switch (image->type) {
    case CLK_SIGNED_INT8: return ((const __global char *)texel)[channel];
    case CLK_SIGNED_INT16: return ((const __global short *)texel)[channel];
    case CLK_SIGNED_INT32: return ((const __global int *)texel)[channel];
    }
    simdiff_unsupported("read_imagei", "an image that is not of signed integers");
}

static inline uint channel_ui(image_header image, const __global uchar *texel, uint channel) {
    switch (image->type) {
    case CLK_UNSIGNED_INT8: return ((const __global uchar *)texel)[channel];
    case CLK_UNSIGNED_INT16: return ((const __global ushort *)texel)[channel];
    case CLK_UNSIGNED_INT32: return ((const __global uint *)texel)[channel];
    }
    simdiff_unsupported("read_imageui", "an image that is not of unsigned integers");
}

// Reads a texel. A missing colour channel is 0, a missing alpha is 1.
#define TEXEL(S)                                                                        \
    static VECTOR_##S texel_##S(image_header image, int4 at) {                      \
        const __global uchar *texel = texel_at(image, at);                              \
        CHANNEL_##S c[4] = {0, 0, 0, 0};                                                \
        uint count = image_channels(image);                                             \
        for (uint i = 0; i < count; i++)                                                \
            c[i] = channel_##S(image, texel, i);                                        \
        switch (image->order) {                                                         \
        case CLK_A: return (VECTOR_##S)(0, 0, 0, c[0]);                             \
        case CLK_R: return (VECTOR_##S)(c[0], 0, 0, 1);                             \
        case CLK_INTENSITY: return (VECTOR_##S)(c[0], c[0], c[0], c[0]);            \
        case CLK_LUMINANCE: return (VECTOR_##S)(c[0], c[0], c[0], 1);               \
        case CLK_RG: return (VECTOR_##S)(c[0], c[1], 0, 1);                         \
        case CLK_RA: return (VECTOR_##S)(c[0], 0, 0, c[1]);                         \
        case CLK_BGRA: return (VECTOR_##S)(c[2], c[1], c[0], c[3]);                 \
        case CLK_ARGB: return (VECTOR_##S)(c[1], c[2], c[3], c[0]);                 \
        case CLK_ABGR: return (VECTOR_##S)(c[3], c[2], c[1], c[0]);                 \
        default: return (VECTOR_##S)(c[0], c[1], c[2], c[3]);                       \
        }                                                                               \
    }
TEXEL(f)
TEXEL(i)
TEXEL(ui)
TEXEL(h)

// The coordinates of each type of image as x, row and slice.
#define PLACE_image1d_t(c) (int4)(c, 0, 0, 0)
#define PLACE_image1d_buffer_t(c) (int4)(c, 0, 0, 0)
#define PLACE_image1d_array_t(c) (int4)(c, 0, 0)
#define PLACE_image2d_t(c) (int4)(c, 0, 0)
#define PLACE_image2d_array_t(c) c
#define PLACE_image3d_t(c) c
