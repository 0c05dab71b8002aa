// simdiff: check --cflags='-mfma -ffp-contract=off' --reference dot --port dot_fma --size n=1..9 => equivalent
// simdiff: check --cflags='-mfma -ffp-contract=off' --reference dot_narrow --port dot_fma --size n=3 => different "precision"
// A product of two singles is exact in double precision: fusing it with the sum
// changes nothing.

#include <immintrin.h>

double dot(const float *x, const float *y, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (double)x[i] * y[i];
    return sum;
}

double dot_narrow(const float *x, const float *y, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

double dot_fma(const float *x, const float *y, int n) {
    __m128d sum = _mm_setzero_pd();
    for (int i = 0; i < n; i++)
        sum = _mm_fmadd_sd(_mm_set_sd(x[i]), _mm_set_sd(y[i]), sum);
    return _mm_cvtsd_f64(sum);
}
