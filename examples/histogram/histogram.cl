// simdiff: kernel --kernel histogram_by_bin --global 4 --arg 'x=in:u8[3]' => clean
// simdiff: kernel --kernel histogram_plain --global 3 => defect race
// simdiff: kernel --kernel histogram_unless --global 6 => defect race
// simdiff: kernel --kernel histogram_unless --global 6 --arg 'key=u8 in 0..199' => clean
// One item a bin: it looks at everything, and writes alone.
__kernel void histogram_by_bin(__global const uchar *x, __global uint *bins) {
    uint bin = get_global_id(0), count = 0;
    for (int i = 0; i < 3; i++)
        count += (x[i] & 3) == bin;
    bins[bin] += count;
}

// Two items that see one value count it once.
__kernel void histogram_plain(__global const uchar *x, __global uint *bins) {
    bins[x[get_global_id(0)] & 3]++;
}

// The items have a bin each, but for one input of all.
__kernel void histogram_unless(__global uint *bins, uchar key) {
    uint i = get_global_id(0);
    if (key == 251 && i == 5)
        i = 2;
    bins[i]++;
}
