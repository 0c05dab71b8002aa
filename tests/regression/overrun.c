/* expected: defect, out-of-bounds-write */
void twice(const int *x, int *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] + x[i];
}

/* Four at a time, whether there are four or not. */
void twice_by_four(const int *x, int *y, int n)
{
    for (int i = 0; i < n; i += 4)
        for (int j = 0; j < 4; j++)
            y[i + j] = 2 * x[i];
}
