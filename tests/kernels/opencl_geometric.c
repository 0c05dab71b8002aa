// simdiff: check opencl_geometric.cl --reference dots --port dot_items --global 2 --arg a=in:f32[8] --arg b=in:f32[8] --arg y=out:f32[2] --assume-c-functions --contract off => equivalent "geometric ones what their formulas give"
// simdiff: check opencl_geometric.cl --reference dots --port dot_items --global 2 --arg a=in:f32[8] --arg b=in:f32[8] --arg y=out:f32[2] --contract off => undecided "opencl.dot4.f32 is some function of its operands (its result depends on the device)" "--assume-c-functions"
// simdiff: check opencl_geometric.cl --reference dots --port dot_backwards --global 2 --arg a=in:f32[8] --arg b=in:f32[8] --arg y=out:f32[2] --assume-c-functions --contract off => different
// simdiff: check opencl_geometric.cl --reference units --port unit_items --global 2 --arg a=in:f64[8] --arg y=out:f64[8] --assume-c-functions --contract off => equivalent
// simdiff: check opencl_geometric.cl --reference crossed --port crossed_items --global 2 --arg a=in:f32[8] --arg b=in:f32[8] --arg y=out:f32[2] --assume-c-functions --contract off => equivalent
// Geometric functions are sums in an order that is open, or their formulas.
#include <math.h>

void dots(const float *a, const float *b, float *y) {
    for (int i = 0; i < 8; i += 4)
        y[i / 4] = a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2] + a[i + 3] * b[i + 3];
}

void units(const double *a, double *y) {
    for (int i = 0; i < 8; i += 2) {
        double length = sqrt(a[i] * a[i] + a[i + 1] * a[i + 1]);
        y[i] = a[i] / length;
        y[i + 1] = a[i + 1] / length;
    }
}

void crossed(const float *a, const float *b, float *y) {
    for (int i = 0; i < 8; i += 4) {
        float z = a[i] * b[i + 1] - a[i + 1] * b[i];
        float x = a[i] - b[i], w = a[i + 1] - b[i + 1], v = a[i + 2] - b[i + 2];
        y[i / 4] = z + sqrtf(x * x + w * w + v * v);
    }
}
