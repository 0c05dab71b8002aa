// simdiff: check --reference rising --port rising_to_break --assume-ordered --size n=0..24 => equivalent
// simdiff: check --reference rising --port rising_to_break --assume-finite --no-merge --phi-fold-threshold 0 --size n=2 => equivalent
// simdiff: check --reference rising --port rising_to_break --size n=2 => different "NAN"
// simdiff: check --reference rising --port rising_or_equal --assume-ordered --size n=18 => different
// simdiff: check --reference half_above --port half_above_in_turn --assume-associative --no-merge --phi-fold-threshold 0 => equivalent
// The results are constants on each path. Where the paths of both versions meet on NaNs only, or
// because sums round, nothing is wrong under the assumptions.

int rising(const float *a, const float *b, int n)
{
    int i = 0;
    while (i < n && a[i] < b[i]) i++;
    return i;
}

int rising_to_break(const float *a, const float *b, int n)
{
    int i = 0;
    for (; i < n; i++)
        if (a[i] >= b[i]) break;
    return i;
}

int rising_or_equal(const float *a, const float *b, int n)
{
    int i = 0;
    for (; i < n; i++)
        if (a[i] > b[i]) break;
    return i;
}

int half_above(float a, float b, float c)
{
    if (a + b + c > 0.5f) return 1;
    return 2;
}

int half_above_in_turn(float a, float b, float c)
{
    if (a + (b + c) > 0.5f) return 1;
    return 2;
}
