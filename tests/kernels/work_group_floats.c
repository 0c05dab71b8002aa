// simdiff: check work_group_floats.cl --reference maximum --port group_maximum --global n --local n --size n=4 --assume-ordered --assume-positive-zero --cflags -cl-std=CL2.0 => equivalent
// simdiff: check work_group_floats.cl --reference minimum --port group_maximum --global n --local n --size n=4 --cflags -cl-std=CL2.0 => different
// simdiff: check work_group_floats.cl --reference sum --port group_sum --global n --local n --size n=4 --cflags -cl-std=CL2.0 => undecided "reassoc"
// simdiff: check work_group_floats.cl --reference sum --port group_sum --global n --local n --size n=4 --assume-associative --assume-positive-zero --cflags -cl-std=CL2.0 => equivalent
// simdiff: check work_group_floats.cl --reference halves --port group_halves --global n --size n=4 --cflags -cl-std=CL2.0 => equivalent
// Sums and extrema of floats over a work-group; halves are integers of 16 bits on the host.

#include <stdint.h>
#include <string.h>

void maximum(const float *x, float *y, int n)
{
    float most = x[0];
    for (int i = 1; i < n; i++)
        if (x[i] > most) most = x[i];
    y[0] = most;
}

void minimum(const float *x, float *y, int n)
{
    float least = x[0];
    for (int i = 1; i < n; i++)
        if (x[i] < least) least = x[i];
    y[0] = least;
}

void sum(const float *x, float *y, int n)
{
    float all = 0;
    for (int i = 0; i < n; i++) all += x[i];
    y[0] = all;
}

void halves(const float *x, uint16_t *y, int n)
{
    for (int i = 0; i < n; i++) {
        _Float16 half = (_Float16)x[i];
        memcpy(&y[i], &half, 2);
    }
}
