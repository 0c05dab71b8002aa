// simdiff: check bitonic_sort.cl --reference sorted --port sort_bitonic --global 4 --local 4 --arg 'x=inout:u8[4]' => equivalent
// simdiff: check bitonic_sort.cl --reference sorted --port sort_bitonic_down --global 4 --local 4 --arg 'x=inout:u8[4]' => different
void sorted(unsigned char *x) {
    for (int i = 1; i < 4; i++)
        for (int k = i; k > 0; k--) {
            unsigned char low = x[k - 1] < x[k] ? x[k - 1] : x[k];
            unsigned char high = x[k - 1] < x[k] ? x[k] : x[k - 1];
            x[k - 1] = low;
            x[k] = high;
        }
}
