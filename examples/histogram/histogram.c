// simdiff: check histogram.cl --reference histogram --port histogram_by_bin --global 4 --arg 'x=in:u8[3]' --arg 'bins=inout:u32[4]' => equivalent
// simdiff: check histogram.cl --reference histogram --port histogram_plain --global 3 --arg 'x=in:u8[3]' --arg 'bins=inout:u32[4]' => defect race
void histogram(const unsigned char *x, unsigned *bins) {
    for (int i = 0; i < 3; i++)
        bins[x[i] & 3] += 1;
}
