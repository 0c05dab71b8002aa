// simdiff: check stencil.cl --reference smooth --port smooth_halo --global 16 --local 4 --contract off --arg 'x=in:f32[18]' --arg 'y=out:f32[16]' => equivalent
// simdiff: check stencil.cl --reference smooth --port smooth_open --global 16 --local 4 --contract off --arg 'x=in:f32[18]' --arg 'y=out:f32[16]' => defect uninitialised-output
void smooth(const float *x, float *y) {
    for (int i = 0; i < 16; i++)
        y[i] = 0.25f * x[i] + 0.5f * x[i + 1] + 0.25f * x[i + 2];
}
