// simdiff: check blur.cl --reference blur --port blur_clamped --global 6x4 --arg 'in=in:u8[24]' --arg 'out=out:u8[24]' => equivalent
// simdiff: check blur.cl --reference blur --port blur_unclamped --global 6x4 --arg 'in=in:u8[24]' --arg 'out=out:u8[24]' => defect out-of-bounds-read
#define W 6
#define H 4

static int within(int at, int end) {
    return at < 0 ? 0 : at >= end ? end - 1 : at;
}

void blur(const unsigned char *in, unsigned char *out) {
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int sum = 4;
            for (int j = -1; j <= 1; j++)
                for (int i = -1; i <= 1; i++)
                    sum += in[within(y + j, H) * W + within(x + i, W)];
            out[y * W + x] = sum / 9;
        }
}
