// simdiff: kernel --kernel scan_doubling --global 8 --local 8 => clean
// simdiff: kernel --kernel scan_in_one_buffer --global 8 --local 8 => defect race
// Two buffers take turns, so that nobody writes what is being read (Hillis and Steele).
__kernel void scan_doubling(__global const uint *x, __global uint *y) {
    __local uint sums[2][8];
    int i = get_local_id(0), now = 0;
    sums[0][i] = x[i];
    for (int step = 1; step < 8; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint before = i >= step ? sums[now][i - step] : 0;
        sums[1 - now][i] = sums[now][i] + before;
        now = 1 - now;
    }
    y[i] = sums[now][i];
}

// One barrier a step is not enough for one buffer.
__kernel void scan_in_one_buffer(__global const uint *x, __global uint *y) {
    __local uint sums[8];
    int i = get_local_id(0);
    sums[i] = x[i];
    for (int step = 1; step < 8; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i >= step)
            sums[i] += sums[i - step];
    }
    y[i] = sums[i];
}
