// simdiff: run => defect out-of-bounds-write
// A constant index one too large.
int main(void) {
    int counts[4] = {1, 2, 3, 4};
    counts[4] = 5;
    return counts[0] - 1;
}
