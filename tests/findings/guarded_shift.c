// simdiff: check --reference scale --port scale_masked => equivalent
// What a shift by too much gives is not looked at: no finding.
unsigned scale(unsigned x, unsigned n) { return n < 32 ? x << n : 0; }

unsigned scale_masked(unsigned x, unsigned n) {
    unsigned shifted = x << n;
    return n < 32 ? shifted : 0;
}
