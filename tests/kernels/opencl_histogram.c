// simdiff: check opencl_histogram.cl --reference hist --port local_counts --global 16 --local 8 --arg n=const:12 --arg x=in:u8[12] --arg h=inout:u32[16] => equivalent
// simdiff: check opencl_histogram.cl --reference hist --port half_cleared --global 16 --local 8 --arg n=const:12 --arg x=in:u8[12] --arg h=inout:u32[16] => defect uninitialised-output "half_cleared.counts"
// simdiff: check opencl_histogram.cl --reference hist --port not_atomic --global 16 --local 8 --arg n=const:12 --arg x=in:u8[12] --arg h=inout:u32[16] => defect race "not_atomic.counts"
// simdiff: check opencl_histogram.cl --reference hist --port low_bits --global 16 --local 8 --arg n=const:12 --arg x=in:u8[12] --arg h=inout:u32[16] => different
// Histograms of bytes.
void hist(const unsigned char *x, unsigned *h, int n) {
    for (int i = 0; i < n; i++) h[x[i] >> 4]++;
}
