// simdiff: kernel --kernel blur_clamped --global 6x4 => clean
// simdiff: kernel --kernel blur_unclamped --global 6x4 --arg 'in=in:u8[24]' => defect out-of-bounds-read
#define W 6
#define H 4

__kernel void blur_clamped(__global const uchar *in, __global uchar *out) {
    int x = get_global_id(0), y = get_global_id(1);
    int sum = 4;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            sum += in[clamp(y + j, 0, H - 1) * W + clamp(x + i, 0, W - 1)];
    out[y * W + x] = sum / 9;
}

__kernel void blur_unclamped(__global const uchar *in, __global uchar *out) {
    int x = get_global_id(0), y = get_global_id(1);
    int sum = 4;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            sum += in[(y + j) * W + x + i];
    out[y * W + x] = sum / 9;
}
