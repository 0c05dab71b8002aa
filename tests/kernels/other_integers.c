// simdiff: check --reference sum --port sum_int => equivalent "`n` is `long` in the reference and `int` in the port"
// simdiff: check --reference sum --port sum => equivalent
// simdiff: check --reference high --port high_unsigned => equivalent "compared as the same bits"
// simdiff: check --reference high --port high_wrong => different
// Integers that have another width or sign in the port: the verdict says so.

long sum(const int *a, long n) {
    long s = 0;
    for (long i = 0; i < n; i++)
        s += a[i];
    return s;
}

long sum_int(const int *a, int n) {
    long s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

int high(int a) {
    return (a >> 31) & 1;
}

int high_unsigned(unsigned a) {
    return (int)(a >> 31);
}

int high_wrong(unsigned a) {
    return a > 0x80000000u;
}
