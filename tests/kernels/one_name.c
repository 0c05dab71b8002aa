// simdiff: check one_name.cl --reference scale --port scale --global n => equivalent
// simdiff: check one_name.cl --reference scale --port scale --global n --local n => equivalent "n = 0: groups of 0 work-items do not fill"
// simdiff: check one_name.cl --reference scale --port scale --global n --local 8 => equivalent "groups of 8 work-items do not fill"
// simdiff: check one_name.cl --reference offset --port offset --global n => different
// The function and the kernel that it became have one name.

void scale(const float *x, float *y, int n, float k)
{
    for (int i = 0; i < n; i++) y[i] = k * x[i];
}

void offset(const float *x, float *y, int n, float k)
{
    for (int i = 0; i < n; i++) y[i] = k + x[i];
}
