// simdiff: check --reference scale --port scale_wrapped => defect over-shift
// The processor wraps the amount, so that native results are alike; C does not.
unsigned scale(unsigned x, unsigned n) { return x << (n & 31); }

unsigned scale_wrapped(unsigned x, unsigned n) { return x << n; }
