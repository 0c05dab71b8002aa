// simdiff: check device_macros.cl --reference twice --port chosen --global n --size n=2 => equivalent "the device's compiler defines of these macros those that clang does: FP_FAST_FMAF"
// simdiff: check device_macros.cl --reference twice --port chosen --global n --size n=2 --contract off => equivalent "(--contract off)"
// What a device may choose otherwise is named.

void twice(const float *a, const float *b, float *y, int n)
{
    for (int i = 0; i < n; i++) y[i] = a[i] * b[i] + 1.0f;
}
