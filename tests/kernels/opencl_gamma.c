// simdiff: check opencl_gamma.cl --reference signs --port sign_items --global 2 --arg 'x=in:f32[2] in 0.25..1e3' --arg s=out:i32[2] => equivalent
// simdiff: check opencl_gamma.cl --reference signs --port sign_items --global 2 --arg 'x=in:f32[2] in -3.75..-3.25' --arg s=out:i32[2] => equivalent
// simdiff: check opencl_gamma.cl --reference signs --port sign_items --global 2 --arg s=out:i32[2] => undecided "opencl.gamma_sign.f32 is some function of its operand"
// simdiff: check opencl_gamma.cl --reference signs --port positive_items --global 2 --arg 'x=in:f32[2] in -2.75..-2.25' --arg s=out:i32[2] => different
// The gamma function is negative in every second interval between its poles, where
// the device decides.
#include <math.h>

void signs(const float *x, int *s) {
    for (int i = 0; i < 2; i++) {
        float below = floorf(x[i]);
        s[i] = x[i] > 0 || below * 0.5f == floorf(below * 0.5f) ? 1 : -1;
    }
}
