// simdiff: check short_index.cl --reference sums --port sums_short --global n => different
// An index of 16 bits in a kernel whose items take some instructions each.
void sums(const int *a, int *b, int n)
{
    for (int i = 0; i < n; i++) {
        int sum = 0;
        for (int k = 0; k < 8; k++)
            sum += a[i] >> k;
        b[i] = sum;
    }
}
