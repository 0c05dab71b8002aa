// simdiff: check opencl_ilogb.cl --reference ordinary_in_c --port of_ordinary --global n => equivalent "INT_MAX for NaNs, where a device may give"
// simdiff: check opencl_ilogb.cl --reference ordinary_in_c --port one_more --global n => different
// What `ilogb` gives for zero and for NaNs, a device chooses.
#include <math.h>

void ordinary_in_c(const float *x, int *y, int n) {
    for (int i = 0; i < n; i++) y[i] = isnan(x[i]) || x[i] == 0 ? 0 : ilogbf(x[i]);
}
