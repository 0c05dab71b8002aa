// simdiff: check opencl_mad24.cl --reference copied --port copy --global "w x h" => equivalent "a device may choose what a builtin gives for its operands"
// simdiff: check opencl_mad24.cl --reference copied --port copy_transposed --global "w x h" => different
// simdiff: check opencl_mad24.cl --reference doubled --port double_or_more --global n => undecided "may run at sizes above"
// simdiff: check opencl_mad24.cl --reference doubled --port double_of_few --global n => different
// Questions of the device library that only large sizes answer otherwise, and branches of the
// user's own.

void copied(const unsigned char *from, unsigned char *to, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) to[y * w + x] = from[y * w + x];
}

void doubled(const float *from, float *to, int n)
{
    for (int i = 0; i < n; i++) to[i] = from[i] * 2;
}
