// simdiff: check --reference shift --port add => equivalent
// simdiff: check --reference shift --port times => equivalent
// simdiff: check --reference times --port shift => equivalent
// simdiff: check --reference shift --port times_and_more => defect
// simdiff: check --reference shift --port times_further => defect
// simdiff: check --reference shift_unsigned --port add => defect
// simdiff: check --reference shift_some --port add => defect
// simdiff: check --reference shift_wide --port times_wide => equivalent
// simdiff: check --reference shift --port add_wrong => different
// A left shift of a signed integer that loses bits is undefined (C17 6.5.7p4), as the sum or
// product is that a port has instead.

void shift(int *d, const int *s, int n) {
    for (int i = 0; i < n; i++)
        d[i] = s[i] << 1;
}

void add(int *d, const int *s, int n) {
    for (int i = 0; i < n; i++)
        d[i] = s[i] + s[i];
}

void times(int *d, const int *s, int n) {
    for (int i = 0; i < n; i++)
        d[i] = s[i] * 2;
}

// Overflows where the shift does not.
void times_and_more(int *d, const int *s, int n) {
    for (int i = 0; i < n; i++)
        d[i] = s[i] * 2 + 1 - 1;
    for (int i = 0; i < n; i++) {
        int unused = s[i] + 2000000000;
        d[i] += unused - unused;
    }
}

void times_further(int *d, const int *s, int n) {
    for (int i = 0; i < n; i++)
        d[i] = (int)((unsigned)(s[i] * 4) >> 1 | ((unsigned)s[i] << 1 & 0x80000000u));
}

void shift_unsigned(int *d, const int *s, int n) {
    for (int i = 0; i < n; i++)
        d[i] = (int)((unsigned)s[i] << 1);
}

// Nothing is shifted out of what is negative.
void shift_some(int *d, const int *s, int n) {
    for (int i = 0; i < n; i++)
        d[i] = s[i] < 0 ? (int)((unsigned)s[i] + (unsigned)s[i]) : s[i] << 1;
}

long shift_wide(long a) {
    return a << 3;
}

long times_wide(long a) {
    return a * 8;
}

void add_wrong(int *d, const int *s, int n) {
    for (int i = 0; i < n; i++)
        d[i] = s[i] + s[i] + (s[i] == 77);
}
