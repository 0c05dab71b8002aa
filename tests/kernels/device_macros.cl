#pragma OPENCL FP_CONTRACT OFF
#ifndef ROUNDED
#define ROUNDED
#endif

kernel void chosen(global const float *a, global const float *b, global float *y)
{
    int i = get_global_id(0);
#ifdef FP_FAST_FMAF
    y[i] = fma(a[i], b[i], 1.0f);
#else
    y[i] = a[i] * b[i] + 1.0f;
#endif
}
