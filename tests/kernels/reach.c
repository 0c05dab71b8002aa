// simdiff: check --reference next_difference --port next_masked --size n=1..4 => defect "read outside a (4 bytes): 4 bytes at offset 4"
// simdiff: check --reference next_difference --port next_reversed --size n=1..4 => equivalent
// simdiff: check --reference next_difference --port next_masked --size n=1..4 --arg 'a=in:i32[n+1]' => equivalent
// simdiff: check --reference pairs --port pairs_whole --size n=1..4 => defect "out-of-bounds-write"
// simdiff: check --reference clear_next --port clear_always --size n=1..3 => defect "write outside d"
// simdiff: check --reference stencil --port stencil_unguarded --size n=1..4 => defect "out-of-bounds-read"
// simdiff: check --reference neighbours --port neighbours --port-flags=-O2 --size n=1..4 => equivalent "n+1"
// simdiff: check --reference mirrored --port mirrored_past --size n=1..4 => defect "out-of-bounds-read"
// Buffers are as long as the reference reaches where its own comparisons let it;
// what the port reaches beyond that is a finding.

void next_difference(const int *a, int *d, int n) {
    for (int i = 0; i < n; i++) d[i] = i + 1 < n ? a[i + 1] - a[i] : -a[i];
}

// Reads a[n] and masks it away.
void next_masked(const int *a, int *d, int n) {
    for (int i = 0; i < n; i++) {
        int last = -(i == n - 1);
        d[i] = (a[i + 1] & ~last) - a[i];
    }
}

void next_reversed(const int *a, int *d, int n) {
    d[n - 1] = -a[n - 1];
    for (int i = n - 2; i >= 0; i--) d[i] = a[i + 1] - a[i];
}

void pairs(const int *a, int *d, int n) {
    for (int i = 0; i < n; i += 2) {
        d[i] = a[i] * 3;
        if (i + 1 < n) d[i + 1] = a[i + 1] * 5;
    }
}

void pairs_whole(const int *a, int *d, int n) {
    for (int i = 0; i < n; i += 2) {
        int rest = i + 1 < n ? a[i + 1] : 0;
        d[i] = a[i] * 3;
        d[i + 1] = rest * 5;
    }
}

void clear_next(const int *a, int *d, int n) {
    for (int i = 0; i < n; i++) {
        d[i] = a[i];
        if (i != n - 1) d[i + 1] = 0;
    }
}

void clear_always(const int *a, int *d, int n) {
    for (int i = 0; i < n; i++) d[i] = a[i], d[i + 1] = 0;
}

void stencil(const int *a, int *d, int n) {
    for (int i = 0; i < n; i++) {
        int sum = a[i];
        if (i > 0) sum += a[i - 1];
        if (i < n - 1) sum += a[i + 1];
        if (i < n - 2) sum += a[i + 2];
        d[i] = sum;
    }
}

void stencil_unguarded(const int *a, int *d, int n) {
    for (int i = 0; i < n; i++) {
        int one = a[i + 1], two = a[i + 2];
        int sum = a[i];
        if (i > 0) sum += a[i - 1];
        if (i < n - 1) sum += one;
        if (i < n - 2) sum += two;
        d[i] = sum;
    }
}

// No comparison keeps this one from a[n].
void neighbours(const int *a, int *d, int n) {
    for (int i = 0; i < n; i++) d[i] = a[i] ^ a[i + 1];
}

void mirrored(const int *a, int *d, int n) {
    for (int i = 0; i < n; i++) {
        int j = i + 1;
        if (j >= n) j = n - 1;
        d[i] = a[i] + a[j];
    }
}

void mirrored_past(const int *a, int *d, int n) {
    for (int i = 0; i < n; i++) {
        int next = a[i + 1];
        if (i + 1 >= n) next = a[n - 1];
        d[i] = a[i] + next;
    }
}
