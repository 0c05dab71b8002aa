// simdiff: check opencl_clamp.cl --reference limit_in_c --port limit --global 8 --arg 's=in:i32[8]' --arg 'd=out:i32[8]' => equivalent "also where the lower bound is above"
// simdiff: check opencl_clamp.cl --reference to_bytes_in_c --port to_bytes --global 8 --arg 's=in:i32[8]' --arg 'd=out:i32[8]' => equivalent "assuming    nothing"
//
// `clamp` whose bounds are in the wrong order: OpenCL C leaves it open, and the report says what is
// taken for it.

void limit_in_c(int *d, const int *s, int low, int high)
{
    for (int i = 0; i < 8; i++) {
        int x = s[i] < low ? low : s[i];
        d[i] = x < high ? x : high;
    }
}

void to_bytes_in_c(int *d, const int *s)
{
    for (int i = 0; i < 8; i++) d[i] = s[i] < 0 ? 0 : s[i] > 255 ? 255 : s[i];
}
