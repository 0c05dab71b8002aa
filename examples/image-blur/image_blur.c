// simdiff: check image_blur.cl --reference blur --port blur_edge --global 'w x h' --arg 'src=image r f32[w, h]' --arg 'dst=image r f32[w, h]' --contract off => equivalent
// simdiff: check image_blur.cl --reference blur --port blur_border --global 'w x h' --arg 'src=image r f32[w, h]' --arg 'dst=image r f32[w, h]' --contract off => different
// simdiff: check image_blur.cl --reference blur --port blur_shifted --global 'w x h' --arg 'src=image r f32[w, h]' --arg 'dst=image r f32[w, h]' --contract off => defect out-of-bounds-write
// simdiff: check image_blur.cl --reference blur --port blur_filtered --global 'w x h' --arg 'src=image r f32[w, h]' --arg 'dst=image r f32[w, h]' --contract off --size w=3 --size h=1 => different
static int clamp(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }

// The mean of a pixel and its neighbours in a row; beyond the edge the row goes on as it ends.
void blur(const float *src, float *dst, int w, int h) {
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            const float *row = src + y * w;
            float sides = row[clamp(x - 1, w)] + row[clamp(x + 1, w)];
            dst[y * w + x] = 0.25f * sides + 0.5f * row[x];
        }
}
