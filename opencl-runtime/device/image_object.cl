// What an image and a sampler are to the compiler: a pointer, which is passed on as it is.

#include "device.h"

__global void *image_header_of(__global void *image) __asm("simdiff.image.header");
__global void *image_header_of(__global void *image) { return image; }

__constant void *sampler_value_of(__constant void *sampler) __asm("simdiff.image.sampler");
__constant void *sampler_value_of(__constant void *sampler) { return sampler; }

// A sampler that the source declares, made of its bits.
__constant void *__translate_sampler_initializer(uint bits) {
    return (__constant void *)(ulong)bits;
}
