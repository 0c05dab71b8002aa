// simdiff: check opencl_contract.cl --reference twice --port written --global n --size n=1..3 --contract off => equivalent
// simdiff: check opencl_contract.cl --reference twice --port written --global n --size n=1..3 --contract on => different
// simdiff: check opencl_contract.cl --reference once --port written --global n --size n=1..3 --contract on => equivalent
// simdiff: check opencl_contract.cl --reference once --port written --global n --size n=1..3 --contract off => different
// simdiff: check opencl_contract.cl --reference once --port written --global n --size n=1..3 => different "rounded once or twice" "--contract on, off"
// simdiff: check opencl_contract.cl --reference once --port four --global n/4 --size n=4 --contract on => equivalent
// simdiff: check opencl_contract.cl --reference twice --port four --global n/4 --size n=4 --contract on => different
// simdiff: check opencl_contract.cl --reference twice --port four --global n/4 --size n=4 --contract off --cflags=-mfma => equivalent
// simdiff: check opencl_contract.cl --reference twice --port wrong_sign --global n --size n=1..3 --contract on => different
// `a * b + c` of a kernel, rounded as --contract says, natively too.
#include <math.h>

void twice(float a, const float *x, float *y, int n)
{
    for (int i = 0; i < n; i++) {
        float product = a * x[i];
        y[i] = product + y[i];
    }
}

void once(float a, const float *x, float *y, int n)
{
    for (int i = 0; i < n; i++) y[i] = fmaf(a, x[i], y[i]);
}
