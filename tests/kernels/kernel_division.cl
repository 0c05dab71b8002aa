// simdiff: kernel --kernel selected --global 4 => clean
// simdiff: kernel --kernel selected_elsewhere --global 4 => defect division-by-zero
// simdiff: kernel --kernel lanes --global 1 => clean
// simdiff: kernel --kernel some_lanes --global 1 => defect division-by-zero
// simdiff: kernel --kernel remainder --global 4 => clean
// simdiff: kernel --kernel overflowing --global 4 => clean
// simdiff: kernel --kernel overflowing_by_zero_only --global 4 => defect division-overflow
// simdiff: kernel --kernel decides --global 1 => defect division-by-zero
// simdiff: kernel --kernel indexes --global 1 --arg table=in:i32[4] => defect division-by-zero
// simdiff: kernel --kernel plain --global 4 => defect division-by-zero
// simdiff: kernel --kernel plain --global 4 --arg 'y=in:i32[4] in 1..9' => clean
// simdiff: check --reference branched --port selected --global n --size n=1..3 --arg 'x=in:i32[n] in 0..99' => equivalent
// simdiff: check --reference branched --port selected_elsewhere --global n --size n=1..3 --arg 'x=in:i32[n] in 0..99' => defect division-by-zero
// simdiff: check --reference branched --port selected_or_one --global n --size n=1..3 --arg 'x=in:i32[n] in 0..99' => different
// simdiff: check --reference by_size --port from_zero --global n --size n=1..6 => equivalent
// An integer division by zero raises no exception in OpenCL C: only its result is unspecified.

kernel void plain(global const int *x, global const int *y, global int *to)
{
    int i = get_global_id(0);
    to[i] = max(x[i], 0) / y[i];
}

kernel void branched(global const int *x, global const int *y, global int *to, int n)
{
    int i = get_global_id(0);
    int value = 0;
    if (y[i] != 0) value = x[i] / y[i];
    to[i] = value;
}

kernel void selected(global const int *x, global const int *y, global int *to, int n)
{
    int i = get_global_id(0);
    to[i] = select(0, max(x[i], 0) / y[i], y[i] != 0);
}

kernel void selected_or_one(global const int *x, global const int *y, global int *to, int n)
{
    int i = get_global_id(0);
    to[i] = select(1, max(x[i], 0) / y[i], y[i] != 0);
}

kernel void selected_elsewhere(global const int *x, global const int *y, global int *to, int n)
{
    int i = get_global_id(0);
    to[i] = select(0, max(x[i], 0) / y[i], y[i] != 1);
}

kernel void by_size(global const int *x, global int *to, int n)
{
    int i = get_global_id(0);
    to[i] = n > 3 ? x[i] / n : x[i];
}

// No compiler may conclude that n is greater than 3 here.
kernel void from_zero(global const int *x, global int *to, int n)
{
    int i = get_global_id(0);
    int divisor = n > 3 ? n : 0;
    to[i] = select(x[i], x[i] / divisor, divisor != 0);
}

kernel void lanes(global const int4 *x, global const int4 *y, global int4 *to)
{
    int4 quotient = (x[0] & 0xff) / y[0];
    to[0] = y[0] > 0 ? quotient : (int4)(0);
}

kernel void some_lanes(global const int4 *x, global const int4 *y, global int4 *to)
{
    int4 quotient = (x[0] & 0xff) / y[0];
    to[0] = y[0] > (int4)(0, 0, -1, 0) ? quotient : (int4)(0);
}

kernel void remainder(global const uint *x, global const uint *y, global uint *to)
{
    int i = get_global_id(0);
    to[i] = select(x[i] % y[i], 0u, (uint)(y[i] == 0));
}

kernel void overflowing(global const int *x, global const int *y, global int *to)
{
    int i = get_global_id(0);
    int bad = y[i] == 0 || (x[i] == INT_MIN && y[i] == -1);
    to[i] = select(x[i] / y[i], 0, bad);
}

kernel void overflowing_by_zero_only(global const int *x, global const int *y, global int *to)
{
    int i = get_global_id(0);
    to[i] = select(x[i] / y[i], 0, y[i] == 0);
}

kernel void decides(global const uint *x, global int *to)
{
    uint quotient = 100 / x[0];
    int value = 1;
    if (quotient > 7) value = to[0] + 1;
    to[0] = select(value, 2, (int)(x[1] != 0));
}

kernel void indexes(global const uint *x, global const int *table, global int *to)
{
    uint quotient = 100 / x[0];
    to[0] = select(table[quotient & 3], 1, (int)(x[1] != 0));
}
