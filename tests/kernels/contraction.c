// simdiff: check --reference scaled --port-flags -O3 -mfma --size n=1..5 => different "contraction" "x86-64 with avx, fma"
// simdiff: check --reference scaled --port-flags='-O3 -mfma -ffp-contract=off' --size n=1..9 => equivalent
// simdiff: check --reference scaled --port-flags='-O3 -mavx2' --size n=1..9 => equivalent
// simdiff: check --reference scaled --port fused --size n=3 => equivalent
// simdiff: check --cflags=-std=c17 --reference scaled --port fused --size n=3 => different "contraction" "--assume-contraction"

/* A product and a sum that clang fuses by default, where the processor can. */
void scaled(const float *x, const float *y, float *d, int n)
{
    for (int i = 0; i < n; i++)
        d[i] = x[i] * 3.0f + y[i];
}

/* Compiled for fused operations by itself: contraction decides what it computes. */
__attribute__((target("avx2,fma"))) void fused(const float *x, const float *y, float *d, int n)
{
    for (int i = 0; i < n; i++)
        d[i] = x[i] * 3.0f + y[i];
}
