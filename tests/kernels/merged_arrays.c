// simdiff: check --reference merge --port merge_by_pointers --cflags -O1 --size n=0..3,m=0..3 => undecided "give its length"
// simdiff: check --reference merge --port merge_by_pointers --cflags -O1 --size n=0..2,m=0..2 --arg 'out=[n+m]' => equivalent
// simdiff: check --reference merge --port merge_short --cflags -O1 --size n=1..2,m=1..2 --arg 'out=[n+m]' => defect
// The length of the result is guessed from the first loop; the reference breaks it, so that a
// port that does so as well is not at fault.

void merge(const int *x, int n, const int *y, int m, int *out)
{
    int i = 0, j = 0, k = 0;
    while (i < n && j < m) out[k++] = x[i] <= y[j] ? x[i++] : y[j++];
    while (i < n) out[k++] = x[i++];
    while (j < m) out[k++] = y[j++];
}

void merge_by_pointers(const int *x, int n, const int *y, int m, int *out)
{
    const int *x_end = x + n, *y_end = y + m;
    while (x != x_end && y != y_end) *out++ = *y < *x ? *y++ : *x++;
    for (; x != x_end; ++x) *out++ = *x;
    for (; y != y_end; ++y) *out++ = *y;
}

void merge_short(const int *x, int n, const int *y, int m, int *out)
{
    const int *x_end = x + n, *y_end = y + m;
    while (x != x_end && y != y_end) *out++ = *y < *x ? *y++ : *x++;
    for (; x != x_end; ++x) *out++ = *x;
    for (; y_end - y > 1; ++y) *out++ = *y;
    if (y != y_end) *out = y[-1];
}
