// Images in memory and their texels, shared by the chapters on images (OpenCL 3.0 API
// 5.3.1; OpenCL C 3.0, 6.15.15).

#pragma once

#include "device.h"

// The header of an image, whose address is what kernels are given as the image. The caller
// of a kernel writes it (src/side/bound.rs, src/replay/driver.c,
// opencl-runtime/host/image.c).
struct simdiff_image {
    __global uchar *texels;
    // Bytes from the first texel to the end of the last row.
    ulong bytes;
    // Pitches of rows and of slices in bytes. Layers are the rows of an array of 1D images,
    // and the slices of an array of 2D images.
    ulong row, slice;
    // Texels of a row, rows of a slice, slices; 1 for a dimension that the image lacks.
    uint extents[3];
    // Channel order and channel type as clang's header numbers them: CLK_RGBA, CLK_FLOAT.
    uint order, type;
};

typedef const __global struct simdiff_image *image_header;

// F(image type, access) for every combination.
#define EACH_ACCESS(F, IMAGE) F(IMAGE, read_only) F(IMAGE, write_only) F(IMAGE, read_write)
#define EACH_IMAGE(F)                                                                   \
    EACH_ACCESS(F, image1d_t) EACH_ACCESS(F, image1d_buffer_t)                          \
    EACH_ACCESS(F, image1d_array_t) EACH_ACCESS(F, image2d_t)                           \
    EACH_ACCESS(F, image2d_array_t) EACH_ACCESS(F, image3d_t)

// These functions are not inlined: their branches on the format of an image are not
// branches of the kernel.
#define IMAGE_FUNCTION __attribute__((overloadable, noinline))

// The header of an image; the primitive returns its operand.
#define HEADER_OF(IMAGE, ACCESS)                                                        \
    __attribute__((overloadable, const)) image_header header_of(ACCESS IMAGE image)     \
        __asm("simdiff.image.header");
EACH_IMAGE(HEADER_OF)

void simdiff_unsupported(__constant const char *function, __constant const char *what)
    __asm("simdiff_unsupported") __attribute__((noreturn));

static inline uint image_channels(image_header image) {
    switch (image->order) {
    case CLK_R:
    case CLK_A:
    case CLK_INTENSITY:
    case CLK_LUMINANCE:
        return 1;
    case CLK_RG:
    case CLK_RA:
        return 2;
    case CLK_RGBA:
    case CLK_BGRA:
    case CLK_ARGB:
    case CLK_ABGR:
        return 4;
    }
    simdiff_unsupported("an image", "its channel order");
}

static inline uint image_channel_bytes(image_header image) {
    switch (image->type) {
    case CLK_SNORM_INT8:
    case CLK_UNORM_INT8:
    case CLK_SIGNED_INT8:
    case CLK_UNSIGNED_INT8:
        return 1;
    case CLK_SNORM_INT16:
    case CLK_UNORM_INT16:
    case CLK_SIGNED_INT16:
    case CLK_UNSIGNED_INT16:
    case CLK_HALF_FLOAT:
        return 2;
    case CLK_SIGNED_INT32:
    case CLK_UNSIGNED_INT32:
    case CLK_FLOAT:
        return 4;
    }
    simdiff_unsupported("an image", "its channel data type");
}

static inline bool is_inside(image_header image, int4 at) {
    return (uint)at.x < image->extents[0] && (uint)at.y < image->extents[1]
        && (uint)at.z < image->extents[2];
}

// The address of a texel. A texel outside the image gets the address behind the image's
// end, so that an access to it is out of bounds.
static inline __global uchar *texel_at(image_header image, int4 at) {
    ulong size = image_channels(image) * image_channel_bytes(image);
    ulong offset = (uint)at.z * image->slice + (uint)at.y * image->row + (uint)at.x * size;
    return image->texels + (is_inside(image, at) ? offset : image->bytes);
}
