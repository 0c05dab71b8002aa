// simdiff: kernel --kernel read_past --global 8 => defect "array-index" "UndefinedBehaviorSanitizer"
// simdiff: kernel --kernel read_past --global 8 --undefined array-index=note => clean "names an element that its array does not have"
// simdiff: kernel --kernel read_within --global 8 => clean
// simdiff: kernel --kernel filled_past --global 8 => defect "array-index"
// simdiff: kernel --kernel filled --global 8 => clean
// simdiff: kernel --kernel picked --global 8 --arg 'at=in:u8[8] in 0..4' => defect "array-index"
// simdiff: kernel --kernel picked --global 8 --arg 'at=in:u8[8] in 0..3' => clean
// simdiff: kernel --kernel picked_if --global 8 --arg at=in:u8[8] => clean
// simdiff: kernel --kernel turned --global 4x4 --local 4x4 => clean
// simdiff: kernel --kernel turned_past --global 4x4 --local 4x4 => defect "array-index"
// A kernel that is clean stays inside of arrays that lie in something larger, too.

struct taps {
    int head[4];
    int tail[4];
};

__kernel void read_past(__global const struct taps *t, __global int *y) {
    size_t i = get_global_id(0);
    y[i] = t[i].head[4];
}

__kernel void read_within(__global const struct taps *t, __global int *y) {
    size_t i = get_global_id(0);
    y[i] = t[i].head[3];
}

__kernel void filled_past(__global struct taps *t) {
    size_t i = get_global_id(0);
    for (int j = 0; j <= 4; j++) t[i].head[j] = j;
}

__kernel void filled(__global struct taps *t) {
    size_t i = get_global_id(0);
    for (int j = 0; j < 4; j++) t[i].head[j] = j;
}

__kernel void picked(__global const uchar *at, __global const struct taps *t, __global int *y) {
    size_t i = get_global_id(0);
    y[i] = t[i].head[at[i]];
}

__kernel void picked_if(__global const uchar *at, __global const struct taps *t,
                        __global int *y) {
    size_t i = get_global_id(0);
    y[i] = at[i] < 4 ? t[i].head[at[i]] : 0;
}

// A tile of four rows, with a fifth column that keeps columns in different banks.
__kernel void turned(__global const int *x, __global int *y) {
    __local int tile[4][5];
    size_t c = get_local_id(0), r = get_local_id(1);
    tile[r][c] = x[4 * r + c];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[4 * r + c] = tile[c][r];
}

// Writes the column of a neighbour that the row does not have, into the next row.
__kernel void turned_past(__global const int *x, __global int *y) {
    __local int tile[4][4];
    size_t c = get_local_id(0), r = get_local_id(1);
    if (r < 3) tile[r][c + 1] = x[4 * r + c];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (r < 3 && c < 3) y[4 * r + c] = tile[r][c + 1];
}
