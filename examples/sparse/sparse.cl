// simdiff: kernel --kernel multiply_rows --global 3 --arg 'rows=in:i32[4] in 0..4' --arg 'columns=in:u8[4] in 0..2' --arg 'values=in:i32[4]' --arg 'x=in:i32[3]' => clean
// simdiff: kernel --kernel multiply_rows --global 3 --arg 'rows=in:i32[4] in 0..5' --arg 'columns=in:u8[4] in 0..2' --arg 'values=in:i32[4]' --arg 'x=in:i32[3]' => defect out-of-bounds-read
// simdiff: kernel --kernel multiply_rows --global 3 --arg 'rows=in:i32[4] in 0..4' --arg 'columns=in:u8[4]' --arg 'values=in:i32[4]' --arg 'x=in:i32[3]' => defect out-of-bounds-read
__kernel void multiply_rows(__global const int *rows, __global const uchar *columns,
                            __global const int *values, __global const int *x,
                            __global int *y) {
    int i = get_global_id(0);
    uint sum = 0;
    for (int k = rows[i]; k < rows[i + 1]; k++)
        sum += (uint)values[k] * (uint)x[columns[k]];
    y[i] = sum;
}

// The last entry of each row is left out.
__kernel void multiply_early(__global const int *rows, __global const uchar *columns,
                             __global const int *values, __global const int *x,
                             __global int *y) {
    int i = get_global_id(0);
    uint sum = 0;
    for (int k = rows[i]; k < rows[i + 1] - 1; k++)
        sum += (uint)values[k] * (uint)x[columns[k]];
    y[i] = sum;
}
