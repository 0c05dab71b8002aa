// Built-in image write functions (6.15.15.4). Coordinates outside the image are undefined
// behaviour. Components are converted as 8.3 prefers; a verdict on an image of normalised
// channels or halves says so.

#include "image_texel.h"

// Rounds to nearest and saturates; a NaN gives zero.
static inline int rounded(float x, float least, float most) {
    float bounded = x > least ? (x < most ? x : most) : x <= least ? least : 0.0f;
    return (int)__builtin_elementwise_roundeven(bounded);
}

static inline int bounded(int x, int least, int most) {
    return x < least ? least : x > most ? most : x;
}

#define STORE(T, x) ((__global T *)texel)[channel] = (T)(x); return

static inline void store_f(image_header image, __global uchar *texel, uint channel, float x) {
    switch (image->type) {
    case CLK_FLOAT: STORE(float, x);
    case CLK_HALF_FLOAT: STORE(half, x);
    case CLK_UNORM_INT8: STORE(uchar, rounded(x * 255.0f, 0.0f, 255.0f));
    case CLK_UNORM_INT16: STORE(ushort, rounded(x * 65535.0f, 0.0f, 65535.0f));
    case CLK_SNORM_INT8: STORE(char, rounded(x * 127.0f, -128.0f, 127.0f));
    case CLK_SNORM_INT16: STORE(short, rounded(x * 32767.0f, -32768.0f, 32767.0f));
    }
    simdiff_unsupported("write_imagef", "an image of integers");
}

static inline void store_h(image_header image, __global uchar *texel, uint channel, half x) {
    if (image->type == CLK_FLOAT)
        simdiff_unsupported("write_imageh", "an image of floats");
    store_f(image, texel, channel, x);
}

static inline void store_i(image_header image, __global uchar *texel, uint channel, int x) {
    switch (image->type) {
    case CLK_SIGNED_INT8: STORE(char, bounded(x, CHAR_MIN, CHAR_MAX));
    case CLK_SIGNED_INT16: STORE(short, bounded(x, SHRT_MIN, SHRT_MAX));
    case CLK_SIGNED_INT32: STORE(int, x);
    }
    simdiff_unsupported("write_imagei", "an image that is not of signed integers");
}

static inline void store_ui(image_header image, __global uchar *texel, uint channel, uint x) {
    switch (image->type) {
    case CLK_UNSIGNED_INT8: STORE(uchar, x < UCHAR_MAX ? x : UCHAR_MAX);
    case CLK_UNSIGNED_INT16: STORE(ushort, x < USHRT_MAX ? x : USHRT_MAX);
    case CLK_UNSIGNED_INT32: STORE(uint, x);
    }
    simdiff_unsupported("write_imageui", "an image that is not of unsigned integers");
}

#define WRITE_TEXEL(S)                                                                  \
    static void write_##S(image_header image, int4 at, VECTOR_##S color) {          \
        __global uchar *texel = texel_at(image, at);                                    \
        uint count = image_channels(image);                                             \
        switch (image->order) {                                                         \
        case CLK_A: color = color.wxyz; break;                                          \
        case CLK_RA: color = color.xwyz; break;                                         \
        case CLK_BGRA: color = color.zyxw; break;                                       \
        case CLK_ARGB: color = color.wxyz; break;                                       \
        case CLK_ABGR: color = color.wzyx; break;                                       \
        }                                                                               \
        for (uint i = 0; i < count; i++)                                                \
            store_##S(image, texel, i, color[i]);                                       \
    }
WRITE_TEXEL(f)
WRITE_TEXEL(i)
WRITE_TEXEL(ui)
WRITE_TEXEL(h)

#define WRITE(IMAGE, ACCESS, COORDINATES)                                               \
    IMAGE_FUNCTION void write_imagef(ACCESS IMAGE image, COORDINATES at, float4 color) {    \
        write_f(header_of(image), PLACE_##IMAGE(at), color);                            \
    }                                                                                   \
    IMAGE_FUNCTION void write_imagei(ACCESS IMAGE image, COORDINATES at, int4 color) {      \
        write_i(header_of(image), PLACE_##IMAGE(at), color);                            \
    }                                                                                   \
    IMAGE_FUNCTION void write_imageui(ACCESS IMAGE image, COORDINATES at, uint4 color) {    \
        write_ui(header_of(image), PLACE_##IMAGE(at), color);                           \
    }                                                                                   \
    IMAGE_FUNCTION void write_imageh(ACCESS IMAGE image, COORDINATES at, half4 color) {     \
        write_h(header_of(image), PLACE_##IMAGE(at), color);                            \
    }
#define EACH_WRITABLE(IMAGE, COORDINATES)                                               \
    WRITE(IMAGE, write_only, COORDINATES) WRITE(IMAGE, read_write, COORDINATES)
EACH_WRITABLE(image1d_t, int)
EACH_WRITABLE(image1d_buffer_t, int)
EACH_WRITABLE(image1d_array_t, int2)
EACH_WRITABLE(image2d_t, int2)
EACH_WRITABLE(image2d_array_t, int4)
EACH_WRITABLE(image3d_t, int4)
