// simdiff: check --reference least --port last_least => different
// simdiff: check --reference least --port by_halves => equivalent
// The index of the least element is the number of an earlier one: eight elements are read.

int least(const int *a)
{
    int k = 0;
    for (int i = 1; i < 8; i++)
        if (a[i] < a[k])
            k = i;
    return k;
}

int last_least(const int *a)
{
    int k = 0;
    for (int i = 1; i < 8; i++)
        if (a[i] < a[k] || (i > 3 && a[i] == a[k]))
            k = i;
    return k;
}

int by_halves(const int *a)
{
    int low = 0, high = 4;
    for (int i = 1; i < 4; i++) {
        low = a[i] < a[low] ? i : low;
        high = a[i + 4] < a[high] ? i + 4 : high;
    }
    return a[high] < a[low] ? high : low;
}
