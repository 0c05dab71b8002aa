// simdiff: check float4.cl --reference scale --port scale_vectors --global 4 --contract off --arg 'x=in:f32[16]' --arg 'y=out:f32[16]' => equivalent
// simdiff: check float4.cl --reference scale --port scale_swapped --global 4 --contract off --arg 'x=in:f32[16]' --arg 'y=out:f32[16]' => different
void scale(const float *x, float *y, float a) {
    for (int i = 0; i < 16; i++)
        y[i] = a * x[i] + 1.0f;
}
