// simdiff: check opencl_extrema.cl --reference pooled --port pool --global n --size n=1..2 --assume-c-functions --assume-ordered => equivalent "max and min of infinities"
// simdiff: check opencl_extrema.cl --reference pooled --port pool_all_but_first --global n --size n=1..2 --assume-c-functions --assume-ordered => different
// simdiff: check opencl_extrema.cl --reference pooled --port pool --global n --size n=1..2 --assume-c-functions => undecided "--assume-ordered leaves NaNs out"
// simdiff: check opencl_extrema.cl --reference pooled --port pool --global n --size n=1..2 --assume-ordered => undecided "--assume-c-functions"
// simdiff: check opencl_extrema.cl --reference pooled --port pool_all_but_first --global n --size n=1..2 --assume-c-functions => different
// simdiff: check opencl_extrema.cl --reference least --port lowest --global n --size n=1..2 --assume-c-functions --assume-ordered => equivalent
// simdiff: check opencl_extrema.cl --reference least --port lowest_from_zero --global n --size n=1..2 --assume-c-functions --assume-ordered => different
// Extrema that start from an infinity.
#include <math.h>

void pooled(const float *x, float *y, int n)
{
    for (int i = 0; i < n; i++) {
        float most = -INFINITY;
        for (int k = 0; k < 3; k++) most = most < x[3 * i + k] ? x[3 * i + k] : most;
        y[i] = most;
    }
}

void least(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++) {
        double least = INFINITY;
        for (int k = 0; k < 3; k++) least = x[3 * i + k] < least ? x[3 * i + k] : least;
        y[i] = least;
    }
}
