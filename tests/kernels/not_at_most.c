// simdiff: check --reference first_above --port first_not_below --assume-finite --cflags=-O2 --size n=0..6 --allow-unreached => equivalent
// simdiff: check --reference first_above --port first_not_below --cflags=-O2 --size n=2 => different "NAN"
// simdiff: check --reference first_above --port first_not_equal --assume-finite --cflags=-O2 --size n=3 => different
// Both leave at the first product above its bound. They differ for NaNs only, which an early exit
// may leave unread.

float first_above(const float *a, const float *b, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] * a[i] > b[i]) return i;
    return -1;
}

float first_not_below(const float *a, const float *b, int n)
{
    for (int i = 0; i < n; i++)
        if (!(a[i] * a[i] <= b[i])) return i;
    return -1;
}

float first_not_equal(const float *a, const float *b, int n)
{
    for (int i = 0; i < n; i++)
        if (!(a[i] * a[i] < b[i])) return i;
    return -1;
}
