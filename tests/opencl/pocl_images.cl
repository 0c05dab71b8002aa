// The image functions of the device library, called one by one.
#define SAMPLE(name, R, read, mode)                                                     \
    void own_##name(read_only image2d_t image, const float2 *at, R *results, size_t count) { \
        const sampler_t s = mode;                                                       \
        for (size_t i = 0; i < count; i++) results[i] = read(image, s, at[i]);          \
    }
#define WRITE(name, C, write)                                                           \
    void own_##name(write_only image2d_t image, const C *colors, size_t count) {        \
        for (size_t i = 0; i < count; i++) write(image, (int2)((int)i, 0), colors[i]);  \
    }
#include "pocl_images.h"
