// simdiff: check --reference shifted --port shifted_safe => equivalent "pragmas in the port allow a compiler other orders (shifted_safe)"
// simdiff: check --reference shifted --port shifted_safe --cflags "-O2 -mavx2" => different
// simdiff: check --reference total --port total_hinted => equivalent "orders (total_hinted)"
// A promise that iterations do not depend on each other, and a hint that lets a sum of floats be
// reassociated, are named where nothing makes use of them.

void shifted(int *d, const int *s, int n)
{
    for (int i = 0; i < n; i++) d[i + 3] = d[i] + s[i];
}

void shifted_safe(int *d, const int *s, int n)
{
#pragma clang loop vectorize(assume_safety)
    for (int i = 0; i < n; i++) d[i + 3] = d[i] + s[i];
}

float total(const float *x, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    return sum;
}

float total_hinted(const float *x, int n)
{
    float sum = 0;
#pragma clang loop vectorize(enable)
    for (int i = 0; i < n; i++) sum += x[i];
    return sum;
}
