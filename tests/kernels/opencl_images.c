// simdiff: check opencl_images.cl --reference inverted --port inverted_texels --global 'w x h' --arg 'src=image rgba[w, h]' --arg 'dst=image rgba[w, h]' --size w=1..3,h=1..2 => equivalent "the device converts the unorm8 channels of `src`"
// simdiff: check opencl_images.cl --reference inverted --port inverted_blue_first --global 'w x h' --arg 'src=image bgra[w, h]' --arg 'dst=image rgba[w, h]' --size w=1..3,h=1..2 => different
// simdiff: check opencl_images.cl --reference brightened --port brightened_texels --global 'w x h' --arg 'src=image r u8[w, h]' --arg 'dst=image r u8[w, h]' --arg 'by=u32 in 0..255' --size w=1..5,h=1..2 => equivalent
// simdiff: check opencl_images.cl --reference brightened --port brightened_wrapping --global 'w x h' --arg 'src=image r u8[w, h]' --arg 'dst=image r u8[w, h]' --arg 'by=u32 in 0..255' --size w=1..5,h=1..2 => different
// simdiff: check opencl_images.cl --reference repeated --port repeated_texels --global 8x2 --arg 'src=image r f32[4, 2]' --arg 'dst=image r f32[8, 2]' => equivalent
// simdiff: check opencl_images.cl --reference repeated --port mirrored_texels --global 8x2 --arg 'src=image r f32[4, 2]' --arg 'dst=image r f32[8, 2]' => different
// simdiff: check opencl_images.cl --reference mirrored --port mirrored_texels --global 8x2 --arg 'src=image r f32[4, 2]' --arg 'dst=image r f32[8, 2]' => equivalent
// simdiff: check opencl_images.cl --reference bordered --port bordered_texels --global 8x2 --arg 'src=image r f32[4, 2]' --arg 'dst=image r f32[8, 2]' => equivalent
// simdiff: check opencl_images.cl --reference bordered --port sampled_by_argument --global 8x2 --arg 'src=image r f32[4, 2]' --arg 'dst=image r f32[8, 2]' --arg 'how=const:CLK_NORMALIZED_COORDS_TRUE|CLK_ADDRESS_CLAMP|CLK_FILTER_NEAREST' => equivalent
// simdiff: check opencl_images.cl --reference layers_added --port layers_added_of_images --global 3x2 --arg 'src=image r i32[3, 2, 4]' --arg 'dst=image r i32[3, 2]' => equivalent
// simdiff: check opencl_images.cl --reference layers_added --port slices_added --global 3x2 --arg 'src=image r i32[3, 2, 4]' --arg 'dst=image r i32[3, 2]' => equivalent
// simdiff: check opencl_images.cl --reference summed_lines --port summed_lines_of_images --global 5 --arg 'src=image r i16[5, 3]' --arg 'dst=image r i32[5]' => equivalent
// simdiff: check opencl_images.cl --reference inverted_half --port inverted_halves --global 3x2 --arg 'src=image r f16[3, 2]' --arg 'dst=image r f16[3, 2]' => equivalent
// simdiff: check opencl_images.cl --reference copied16 --port copied_halves --global 3x2 --arg 'src=image r unorm16[3, 2]' --arg 'dst=image r unorm16[3, 2]' => different
// simdiff: check opencl_images.cl --reference copied8 --port copied_halves --global 3x2 --arg 'src=image r unorm8[3, 2]' --arg 'dst=image r unorm8[3, 2]' => equivalent
// simdiff: check opencl_images.cl --reference copied8 --port blended_halves --global 3x2 --arg 'src=image r unorm8[3, 2]' --arg 'dst=image r unorm8[3, 2]' => undecided "a linear sampler on integers or halves"
// Images of kernels and plain buffers of functions: every texel after the other.
void inverted(const unsigned char *src, unsigned char *dst, int w, int h) {
    for (int i = 0; i < 4 * w * h; i++)
        dst[i] = 255 - src[i];
}

void brightened(const unsigned char *src, unsigned char *dst, int w, int h, unsigned by) {
    for (int i = 0; i < w * h; i++)
        dst[i] = src[i] + by > 255 ? 255 : src[i] + by;
}

// Two images wide, from half an image before the first.
void repeated(const float *src, float *dst) {
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 8; x++)
            dst[8 * y + x] = src[4 * y + (x + 2) % 4];
}

void mirrored(const float *src, float *dst) {
    static const int from[8] = {1, 0, 0, 1, 2, 3, 3, 2};
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 8; x++)
            dst[8 * y + x] = src[4 * y + from[x]];
}

void bordered(const float *src, float *dst) {
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 8; x++)
            dst[8 * y + x] = x < 2 || x > 5 ? 0 : src[4 * y + x - 2];
}

void layers_added(const int *src, int *dst) {
    for (int i = 0; i < 6; i++)
        dst[i] = (int)((unsigned)src[i] + src[i + 6] + src[i + 12] + src[i + 18]);
}

void summed_lines(const short *src, int *dst) {
    for (int i = 0; i < 5; i++)
        dst[i] = src[i] + src[i + 5] + src[i + 10];
}

void inverted_half(const _Float16 *src, _Float16 *dst) {
    for (int i = 0; i < 6; i++)
        dst[i] = 1 - src[i];
}

void copied8(const unsigned char *src, unsigned char *dst) {
    for (int i = 0; i < 6; i++)
        dst[i] = src[i];
}

void copied16(const unsigned short *src, unsigned short *dst) {
    for (int i = 0; i < 6; i++)
        dst[i] = src[i];
}
