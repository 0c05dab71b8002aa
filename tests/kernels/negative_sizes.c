// simdiff: check --reference sum --port sum_checked_late --size n=-3..3 => equivalent "n = -3..3"
// simdiff: check --reference sum --port sum_unchecked --size n=-3..3 => different
// simdiff: check --reference sum --port sum_unchecked --size n=0..3 => equivalent
// A size is negative where the user asks for it.

int sum(const int *x, int n)
{
    if (n < 0) return -1;
    unsigned all = 0;
    for (int i = 0; i < n; i++) all += (unsigned)x[i];
    return (int)all;
}

int sum_checked_late(const int *x, int n)
{
    unsigned all = 0;
    for (int i = 0; i < n; i++) all += (unsigned)x[i];
    return n < 0 ? -1 : (int)all;
}

int sum_unchecked(const int *x, int n)
{
    unsigned all = 0;
    for (int i = 0; i < n; i++) all += (unsigned)x[i];
    return (int)all;
}
