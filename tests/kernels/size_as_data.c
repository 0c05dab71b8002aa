// simdiff: check --reference framed --port framed_masked => different "n = 128"
// simdiff: check --reference framed --port framed_unrolled => equivalent
// A size that picks from a table, or is a part of a result: every size is tried.

static const unsigned char checks[160] = { [3] = 7, [90] = 1, [128] = 9, [150] = 2 };

int framed(const unsigned char *p, unsigned n)
{
    int sum = 0;
    for (unsigned i = 0; i < n; i++) sum += p[i];
    return sum + checks[n % 160];
}

int framed_masked(const unsigned char *p, unsigned n)
{
    int sum = 0;
    for (unsigned i = 0; i < n; i++) sum += p[i];
    unsigned k = n;
    while (k >= 160) k -= 160;
    return sum + (k * 5 == 640 ? 0 : checks[k]);
}

int framed_unrolled(const unsigned char *p, unsigned n)
{
    int sum = checks[n % 160];
    unsigned i = 0;
    for (; i + 2 <= n; i += 2) sum += p[i] + p[i + 1];
    return i < n ? sum + p[i] : sum;
}
