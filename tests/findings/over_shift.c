// simdiff: check --reference scale --port scale_by_shift => defect over-shift
unsigned scale(unsigned x, unsigned n) { return n < 32 ? x << n : 0; }

unsigned scale_by_shift(unsigned x, unsigned n) { return x << n; }
