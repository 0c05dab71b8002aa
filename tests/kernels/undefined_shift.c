// simdiff: check --reference clear --port too_far => defect over-shift
// simdiff: check --reference clear --port too_far --arg 'n=i32 in 0..31' => equivalent
// simdiff: check --reference clear --port too_far --undefined shift=note => equivalent
// simdiff: check --reference clear --port guarded => equivalent
// simdiff: check --reference clear --port constant => defect over-shift
// The result of the shift is never looked at.

int clear(int x, int n) { return x & ~n; }

int too_far(int x, int n) {
    int unused = x << n;
    (void)unused;
    return x & ~n;
}

int guarded(int x, int n) {
    int unused = 0;
    if (n >= 0 && n < 32) unused = x >> n;
    (void)unused;
    return x & ~n;
}

int constant(int x, int n) {
    int distance = 32, unused = x >> distance;
    (void)unused;
    return x & ~n;
}
