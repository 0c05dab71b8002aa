// simdiff: check --reference above --port above_by_bits --arg 'x=in:i32[16]' => equivalent
// simdiff: check --reference above --port above_by_parity --arg 'x=in:i32[16]' => different
// The least of sixteen in either order, below arithmetic on its bits.
static int least(int x, int y)
{
    return x < y ? x : y;
}

int above(const int *x, int k)
{
    int m = x[0];
    for (int i = 1; i < 16; i++)
        m = least(m, x[i]);
    return (int)((unsigned)m + (unsigned)k);
}

static int backwards(const int *x)
{
    int m = x[15];
    for (int i = 14; i >= 0; i--)
        m = least(x[i], m);
    return m;
}

int above_by_bits(const int *x, int k)
{
    int m = backwards(x);
    return (int)((unsigned)(m | k) + (unsigned)(m & k));
}

int above_by_parity(const int *x, int k)
{
    int m = backwards(x);
    return (int)((unsigned)(m ^ k) + (unsigned)(m & k));
}
