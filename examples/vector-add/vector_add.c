// simdiff: check vector_add.cl --reference add --port add_guarded --global 16 --size n=1..16 --arg 'x=in:f32[n]' --arg 'y=in:f32[n]' --arg 'z=out:f32[n]' => equivalent
// simdiff: check vector_add.cl --reference add --port add_unguarded --global 16 --size n=14..16 --arg 'x=in:f32[n]' --arg 'y=in:f32[n]' --arg 'z=out:f32[n]' => defect out-of-bounds-read
void add(const float *x, const float *y, float *z, int n) {
    for (int i = 0; i < n; i++)
        z[i] = x[i] + y[i];
}
