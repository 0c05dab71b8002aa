// Images and samplers as the compiler sees them: pointers that are passed on unchanged.

#include "device.h"

__global void *image_header_of(__global void *image) __asm("simdiff.image.header");
__global void *image_header_of(__global void *image) { return image; }

__constant void *sampler_value_of(__constant void *sampler) __asm("simdiff.image.sampler");
__constant void *sampler_value_of(__constant void *sampler) { return sampler; }

// The sampler that a source declares, as a pointer made of its bits.
__constant void *__translate_sampler_initializer(uint bits) {
    return (__constant void *)(ulong)bits;
}
