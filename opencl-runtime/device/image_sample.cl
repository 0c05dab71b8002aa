// Built-in image read functions with samplers (6.15.15.2), by the formulas of chapter 8.
//
// A linear read is an uninterpreted function of its texels and their weights: the
// specification demands no accuracy. Not modelled are coordinates that are not finite or
// reach 2^30 texels, repeated coordinates that are not normalised, and linear reads of
// integers and halves.

#include "image_texel.h"

__attribute__((const)) ulong sampler_value(sampler_t sampler) __asm("simdiff.image.sampler");

#define ADDRESS(sampler) ((sampler) & 0xe)
#define IS_LINEAR(sampler) (((sampler) & CLK_FILTER_LINEAR) != 0)
#define IS_NORMALIZED(sampler) (((sampler) & CLK_NORMALIZED_COORDS_TRUE) != 0)

// Rejects a coordinate that, with its neighbours, does not fit an integer.
static inline void check_coordinate(float s, int size, uint sampler) {
    float most = IS_NORMALIZED(sampler) ? 0x1p30f / (float)size : 0x1p30f;
    if (!(s > -most && s < most))
        simdiff_unsupported("an image read", "coordinates of 2^30 texels and more, or no numbers");
}

static inline int clamped(int x, int least, int most) {
    return x < least ? least : x > most ? most : x;
}

// A coordinate in texels under a mode that does not repeat.
static inline int addressed(int i, int size, uint sampler) {
    switch (ADDRESS(sampler)) {
    case CLK_ADDRESS_CLAMP_TO_EDGE: return clamped(i, 0, size - 1);
    case CLK_ADDRESS_CLAMP: return clamped(i, -1, size);
    default: return i;
    }
}

// A coordinate in texels from the edge; if the image repeats, in the repetition at hand.
static float scaled(float s, int size, uint sampler) {
    check_coordinate(s, size, sampler);
    switch (ADDRESS(sampler)) {
    case CLK_ADDRESS_REPEAT:
    case CLK_ADDRESS_MIRRORED_REPEAT:
        if (!IS_NORMALIZED(sampler))
            simdiff_unsupported("an image read", "a sampler that repeats unnormalized coordinates");
        if (ADDRESS(sampler) == CLK_ADDRESS_REPEAT)
            return (s - __builtin_elementwise_floor(s)) * (float)size;
        return __builtin_elementwise_abs(s - 2.0f * __builtin_elementwise_roundeven(0.5f * s))
            * (float)size;
    default:
        return IS_NORMALIZED(sampler) ? s * (float)size : s;
    }
}

// The nearest texel in one dimension (8.2).
static int nearest(float s, int size, uint sampler) {
    int i = (int)__builtin_elementwise_floor(scaled(s, size, sampler));
    switch (ADDRESS(sampler)) {
    case CLK_ADDRESS_REPEAT: return i > size - 1 ? i - size : i;
    case CLK_ADDRESS_MIRRORED_REPEAT: return i < size - 1 ? i : size - 1;
    default: return addressed(i, size, sampler);
    }
}

// The two texels of one dimension that are blended, and the weight of the second.
struct axis {
    int at[2];
    float weight;
};

static struct axis blended(float s, int size, uint sampler) {
    float u = scaled(s, size, sampler) - 0.5f;
    float below = __builtin_elementwise_floor(u);
    int i = (int)below, j = i + 1;
    struct axis axis = {{i, j}, u - below};
    switch (ADDRESS(sampler)) {
    case CLK_ADDRESS_REPEAT:
        axis.at[0] = i < 0 ? size + i : i;
        axis.at[1] = j > size - 1 ? j - size : j;
        break;
    case CLK_ADDRESS_MIRRORED_REPEAT:
        axis.at[0] = i < 0 ? 0 : i;
        axis.at[1] = j > size - 1 ? size - 1 : j;
        break;
    default:
        axis.at[0] = addressed(i, size, sampler);
        axis.at[1] = addressed(j, size, sampler);
    }
    return axis;
}

// The layer of an array; samplers do not address layers.
static inline int layer_of(float s, int layers) {
    check_coordinate(s, 1, CLK_NORMALIZED_COORDS_FALSE);
    return clamped((int)__builtin_elementwise_roundeven(s), 0, layers - 1);
}

// The alpha of the border colour, which texels outside the image have (5.3.1.1, 8.2).
static inline int border_alpha(image_header image) {
    switch (image->order) {
    case CLK_R:
    case CLK_RG:
    case CLK_LUMINANCE:
        return 1;
    default:
        return 0;
    }
}

#define AT(S)                                                                           \
    static VECTOR_##S at_##S(image_header image, int4 at, uint sampler) {           \
        if (ADDRESS(sampler) == CLK_ADDRESS_CLAMP && !is_inside(image, at))             \
            return (VECTOR_##S)(0, 0, 0, border_alpha(image));                      \
        return texel_##S(image, at);                                                    \
    }
AT(f)
AT(i)
AT(ui)
AT(h)

#define EXTENT(image, dimension) ((int)(image)->extents[dimension])

// The texel of integer coordinates; the sampler addresses the first `plain` of `all`
// dimensions.
static int4 place_of_integers(image_header image, int4 at, int plain, int all, uint sampler) {
    uint mode = ADDRESS(sampler);
    bool repeats = mode == CLK_ADDRESS_REPEAT || mode == CLK_ADDRESS_MIRRORED_REPEAT;
    if (IS_LINEAR(sampler) || IS_NORMALIZED(sampler) || repeats)
        simdiff_unsupported("an image read",
            "integer coordinates with a sampler that is linear, normalized or repeats");
    at.x = addressed(at.x, EXTENT(image, 0), sampler);
    if (plain > 1) at.y = addressed(at.y, EXTENT(image, 1), sampler);
    else if (all > 1) at.y = clamped(at.y, 0, EXTENT(image, 1) - 1);
    if (plain > 2) at.z = addressed(at.z, EXTENT(image, 2), sampler);
    else if (all > 2) at.z = clamped(at.z, 0, EXTENT(image, 2) - 1);
    return at;
}

// The nearest texel of float coordinates.
static int4 place_of_floats(image_header image, float4 at, int plain, int all, uint sampler) {
    int4 place = 0;
    place.x = nearest(at.x, EXTENT(image, 0), sampler);
    if (plain > 1) place.y = nearest(at.y, EXTENT(image, 1), sampler);
    else if (all > 1) place.y = layer_of(at.y, EXTENT(image, 1));
    if (plain > 2) place.z = nearest(at.z, EXTENT(image, 2), sampler);
    else if (all > 2) place.z = layer_of(at.z, EXTENT(image, 2));
    return place;
}

// Blending, as uninterpreted functions that differ by the dimensions of the image. The
// result of one dimension is an operand of the next.
#define BLEND(name) float name(float t0, float t1, float weight) INEXACT(#name ".f32")
BLEND(linear_1);
BLEND(linear_2x);
BLEND(linear_2y);
BLEND(linear_3x);
BLEND(linear_3y);
BLEND(linear_3z);

static float filtered(const float *t, int dimensions, float a, float b, float c) {
    if (dimensions == 1)
        return linear_1(t[0], t[1], a);
    if (dimensions == 2)
        return linear_2y(linear_2x(t[0], t[1], a), linear_2x(t[2], t[3], a), b);
    return linear_3z(
        linear_3y(linear_3x(t[0], t[1], a), linear_3x(t[2], t[3], a), b),
        linear_3y(linear_3x(t[4], t[5], a), linear_3x(t[6], t[7], a), b), c);
}

static float4 linear(image_header image, float4 at, int plain, int all, uint sampler) {
    struct axis none = {{0, 0}, 0};
    struct axis x = blended(at.x, EXTENT(image, 0), sampler), y = none, z = none;
    if (plain > 1) y = blended(at.y, EXTENT(image, 1), sampler);
    else if (all > 1) y.at[0] = layer_of(at.y, EXTENT(image, 1));
    if (plain > 2) z = blended(at.z, EXTENT(image, 2), sampler);
    else if (all > 2) z.at[0] = layer_of(at.z, EXTENT(image, 2));
    float t[4][8], result[4];
    for (int i = 0; i < 1 << plain; i++) {
        int4 place = (int4)(x.at[i & 1], y.at[i >> 1 & 1], z.at[i >> 2], 0);
        float4 texel = at_f(image, place, sampler);
        t[0][i] = texel.x, t[1][i] = texel.y, t[2][i] = texel.z, t[3][i] = texel.w;
    }
    for (int i = 0; i < 4; i++)
        result[i] = filtered(t[i], plain, x.weight, y.weight, z.weight);
    return (float4)(result[0], result[1], result[2], result[3]);
}

static int4 place_of_undefined(image_header image, float4 at, int plain, int all, uint sampler) {
    if (IS_LINEAR(sampler))
        simdiff_unsupported("an image read", "a linear sampler on integers or halves");
    return place_of_floats(image, at, plain, all, sampler);
}

// F(IMAGE, number of dimensions that a sampler addresses, number of all dimensions, types
// of integer and of float coordinates, the coordinates as vectors of four)
#define SAMPLE(IMAGE, PLAIN, ALL, I, F, WHOLE, REAL)                                    \
    IMAGE_FUNCTION float4 read_imagef(read_only IMAGE image, sampler_t s, I c) {            \
        image_header header = header_of(image);                                         \
        uint sampler = (uint)sampler_value(s);                                          \
        return at_f(header, place_of_integers(header, WHOLE, PLAIN, ALL, sampler), sampler); \
    }                                                                                   \
    IMAGE_FUNCTION float4 read_imagef(read_only IMAGE image, sampler_t s, F c) {            \
        image_header header = header_of(image);                                         \
        uint sampler = (uint)sampler_value(s);                                          \
        if (IS_LINEAR(sampler))                                                         \
            return linear(header, REAL, PLAIN, ALL, sampler);                           \
        return at_f(header, place_of_floats(header, REAL, PLAIN, ALL, sampler), sampler); \
    }                                                                                   \
    SAMPLE_NEAREST(IMAGE, PLAIN, ALL, I, F, WHOLE, REAL, int4, i)                       \
    SAMPLE_NEAREST(IMAGE, PLAIN, ALL, I, F, WHOLE, REAL, uint4, ui)                     \
    SAMPLE_NEAREST(IMAGE, PLAIN, ALL, I, F, WHOLE, REAL, half4, h)
#define SAMPLE_NEAREST(IMAGE, PLAIN, ALL, I, F, WHOLE, REAL, R, S)                      \
    IMAGE_FUNCTION R read_image##S(read_only IMAGE image, sampler_t s, I c) {               \
        image_header header = header_of(image);                                         \
        uint sampler = (uint)sampler_value(s);                                          \
        return at_##S(header, place_of_integers(header, WHOLE, PLAIN, ALL, sampler), sampler); \
    }                                                                                   \
    IMAGE_FUNCTION R read_image##S(read_only IMAGE image, sampler_t s, F c) {               \
        image_header header = header_of(image);                                         \
        uint sampler = (uint)sampler_value(s);                                          \
        return at_##S(header, place_of_undefined(header, REAL, PLAIN, ALL, sampler), sampler); \
    }
SAMPLE(image1d_t, 1, 1, int, float, ((int4)(c, 0, 0, 0)), ((float4)(c, 0, 0, 0)))
SAMPLE(image1d_array_t, 1, 2, int2, float2, ((int4)(c, 0, 0)), ((float4)(c, 0, 0)))
SAMPLE(image2d_t, 2, 2, int2, float2, ((int4)(c, 0, 0)), ((float4)(c, 0, 0)))
SAMPLE(image2d_array_t, 2, 3, int4, float4, c, c)
SAMPLE(image3d_t, 3, 3, int4, float4, c, c)
