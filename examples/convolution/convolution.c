// simdiff: check convolution.cl --reference convolve --port convolve_rows_and_columns --global 8x4 --local 4x4 --arg 'x=in:i32[48]' --arg 'y=out:i32[32]' => equivalent
// simdiff: check convolution.cl --reference convolve --port convolve_off_by_one --global 8x4 --local 4x4 --arg 'x=in:i32[48]' --arg 'y=out:i32[32]' => different
// Three rows and one column, weighted 1 2 1 each way; what is outside left and right is zero.
#define W 8
#define H 4

void convolve(const int *x, int *y) {
    for (int row = 0; row < H; row++)
        for (int column = 0; column < W; column++) {
            unsigned sum = 0;
            for (int j = 0; j < 3; j++)
                for (int i = -1; i <= 1; i++) {
                    int at = column + i;
                    unsigned weight = (2 - (j - 1) * (j - 1)) * (2 - i * i);
                    if (at >= 0 && at < W)
                        sum += weight * (unsigned)x[(row + j) * W + at];
                }
            y[row * W + column] = sum;
        }
}
