// simdiff: check --reference sum --port sum_ahead --size n=1..4 => defect out-of-bounds-read
// The element after the last is read in vain. A volatile access elsewhere in the file
// changes nothing.
int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}

int sum_ahead(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        int ahead = a[i + 1];
        (void)ahead;
        s += a[i];
    }
    return s;
}

int status(volatile int *device) { return *device; }
