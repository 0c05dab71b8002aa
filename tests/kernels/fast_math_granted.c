// simdiff: check --reference dot --port dot --reference-flags -O1 --port-flags -O3 -mavx2 -mfma -ffast-math => undecided "--assume-fast-math"
// simdiff: check --reference dot --port dot --reference-flags -O1 --port-flags -O3 -mavx2 -mfma -ffast-math --assume-fast-math --size n=0..40 => equivalent "reassoc nnan ninf nsz arcp contract afn"
// simdiff: check --reference mean --port mean --reference-flags -O1 --port-flags -O3 -mavx2 -ffast-math --assume-fast-math --size n=1..40 => equivalent
// simdiff: check --reference mean --port mean_but_last --reference-flags -O1 --port-flags -O3 -mavx2 -ffast-math --assume-fast-math => different
// simdiff: check --reference mean --port mean_scaled --cflags -ffast-math --assume-fast-math --size n=1..20 => equivalent
// simdiff: check --reference mean --port mean_scaled --cflags -fassociative-math -fno-signed-zeros -fno-trapping-math --assume-fast-math --size n=3 => undecided "the laws that are assumed"
// simdiff: check --reference sum --port sum_backwards --cflags -fno-honor-nans --assume-fast-math --size n=1..8 => different "nnan"
// simdiff: check --reference sum --port sum_backwards --assume-fast-math --size n=1..8 => different "assuming    nothing"
//
// What fast-math flags allow is granted: that of the flags which the versions have, and no other.

float dot(const float *a, const float *b, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

float mean(const float *a, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++) sum += a[i];
    return sum / (float)n;
}

float mean_but_last(const float *a, int n)
{
    float sum = 0;
    for (int i = 0; i < n - (n == 37); i++) sum += a[i];
    return sum / (float)n;
}

float mean_scaled(const float *a, int n)
{
    float sum = 0, factor = 1 / (float)n;
    for (int i = 0; i < n; i++) sum += a[i];
    return sum * factor;
}

float sum(const float *a, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++) sum += a[i];
    return sum;
}

float sum_backwards(const float *a, int n)
{
    float sum = 0;
    for (int i = n; i-- > 0;) sum += a[i];
    return sum;
}
