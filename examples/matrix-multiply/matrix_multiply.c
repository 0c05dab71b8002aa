// simdiff: check matrix_multiply.cl --reference multiply --port multiply_tiled --global 4x4 --local 2x2 --contract off --arg 'a=in:f32[16]' --arg 'b=in:f32[16]' --arg 'c=out:f32[16]' => equivalent
// simdiff: check matrix_multiply.cl --reference multiply --port multiply_hasty --global 4x4 --local 2x2 --contract off --arg 'a=in:f32[16]' --arg 'b=in:f32[16]' --arg 'c=out:f32[16]' => defect race
#define N 4

void multiply(const float *a, const float *b, float *c) {
    for (int row = 0; row < N; row++)
        for (int column = 0; column < N; column++) {
            float sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[row * N + k] * b[k * N + column];
            c[row * N + column] = sum;
        }
}
