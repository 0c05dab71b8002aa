// simdiff: check --reference positive --port positive_overrun --size n=1..5 => defect
// simdiff: check --reference positive --port positive_overrun_inside --size n=1..5 => defect
// simdiff: check --reference positive --port positive_careful --size n=1..5 => equivalent

// Reads in branches that phi folding removes: the value never matters, but the
// read is wrong where the branch is taken.

void positive(const int *a, int *d, int n)
{
    for (int i = 0; i < n; i++)
        d[i] = a[i] > 0;
}

void positive_overrun(const int *a, int *d, int n)
{
    for (int i = 0; i < n; i++) {
        int next = 0;
        if (a[i] > 0)
            next = a[i + 1];
        d[i] = (a[i] > 0) | (next & 0);
    }
}

void positive_overrun_inside(const int *a, int *d, int n)
{
    for (int i = 0; i < n; i++) {
        int near = 0;
        if (a[i] > 0) {
            if (a[i] > 5)
                near = a[i + 1];
            else
                near = a[i];
        }
        d[i] = (a[i] > 0) | (near & 0);
    }
}

void positive_careful(const int *a, int *d, int n)
{
    for (int i = 0; i < n; i++) {
        int next = 0;
        if (a[i] > 0 && i + 1 < n)
            next = a[i + 1];
        d[i] = (a[i] > 0) | (next & 0);
    }
}
