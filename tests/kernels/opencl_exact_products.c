// simdiff: check opencl_exact_products.cl --reference scaled_ref --port scaled --global n --size n=1..4 => equivalent
// simdiff: check opencl_exact_products.cl --reference tenth_ref --port scaled_by_tenth --global n --size n=1..4 => undecided
// Contraction of an exact product changes nothing: `fma(a, b, c)` is `a * b + c` rounded once,
// and so is the sum.

void scaled_ref(const unsigned char *from, float *to, int n)
{
    for (int i = 0; i < n; i++) to[i] = from[i] * 0.5f - 64.0f;
}

void tenth_ref(const unsigned char *from, float *to, int n)
{
    for (int i = 0; i < n; i++) to[i] = from[i] * 0.1f - 64.0f;
}
