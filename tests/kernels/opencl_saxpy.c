// simdiff: check opencl_saxpy.cl --reference saxpy --port saxpy_items --global n --size n=0..9 --contract off => equivalent "global n"
// simdiff: check opencl_saxpy.cl --reference saxpy --port saxpy_items --global n --size n=3 => undecided "opencl.contraction"
// simdiff: check opencl_saxpy.cl --reference saxpy --port saxpy_grouped --global 'n x 2' --local 4x1 --size n=8 --contract off => equivalent "global n x 2, local 4 x 1"
// simdiff: check opencl_saxpy.cl --reference saxpy --port saxpy_offset --global n --offset 3 --size n=5 --contract off => equivalent "offset 3"
void saxpy(float a, const float *x, float *y, int n) {
    for (int i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}
