// simdiff: check --reference scale --port scale_masked => defect over-shift
// What a shift by too much gives is not looked at, and C leaves it undefined all the same.
unsigned scale(unsigned x, unsigned n) { return n < 32 ? x << n : 0; }

unsigned scale_masked(unsigned x, unsigned n) {
    unsigned shifted = x << n;
    return n < 32 ? shifted : 0;
}
