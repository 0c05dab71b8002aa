// simdiff: check prefix_sum.cl --reference scan --port scan_doubling --global 8 --local 8 --arg 'x=in:u32[8]' --arg 'y=out:u32[8]' => equivalent
// simdiff: check prefix_sum.cl --reference scan --port scan_in_one_buffer --global 8 --local 8 --arg 'x=in:u32[8]' --arg 'y=out:u32[8]' => defect race
void scan(const unsigned *x, unsigned *y) {
    unsigned sum = 0;
    for (int i = 0; i < 8; i++)
        y[i] = sum += x[i];
}
