// simdiff: kernel --kernel beyond_a_hundred --global 8 => defect race
// simdiff: kernel --kernel table_of_128 --global 8 => defect out-of-bounds-read
// simdiff: kernel --kernel rows_of_128 --global 8 => defect out-of-bounds-read
// simdiff: kernel --kernel below_zero --global 8 => defect race
// simdiff: kernel --kernel long_rounds --global 8 --local 4 => defect race
// simdiff: kernel --kernel far_away --global 8 => undecided "ran at no size tried"
// simdiff: kernel --kernel far_away --global 8 --allow-unreached => clean
// simdiff: kernel --kernel far_away --global 8 --size n=0..64 => clean
// simdiff: kernel --kernel moved --global 8 => clean "offset is never negative"
// simdiff: kernel --kernel summed --global 8 => clean
// simdiff: kernel --kernel summed_by_groups --global 8 --local 4 => clean
// simdiff: kernel --kernel beyond_a_hundred --global 8 --assume 'n == 300' => clean "n = 300"
// simdiff: kernel --kernel beyond_a_hundred --global 8 --assume 'n >= 150' => defect race
// simdiff: kernel --kernel powers --global 1 => clean "reaches further into `y` than 2097152 elements"
// simdiff: kernel --kernel shifted_rows --global 8 --local 4 --assume 'shape[1] == 4' --assume 'shape[0] == 8' => clean
// simdiff: kernel --kernel shifted_rows --global 8 --local 4 --assume 'shape[1] == 3' --assume 'shape[0] == 8' => defect race
// Code of a kernel that only some sizes lead to.
__kernel void beyond_a_hundred(__global int *y, int n) {
    int i = get_global_id(0);
    if (n > 100 && n < 200)
        y[0] = i;
    else
        y[i + n] = 1;
}

__kernel void table_of_128(__global int *y, int n) {
    int table[128], sum = 0;
    for (int k = 0; k < 128; k++)
        table[k] = k;
    for (int k = 0; k < n; k++)
        sum ^= table[k];
    y[get_global_id(0)] = sum;
}

__kernel void rows_of_128(__global int *y, int w, int h) {
    int table[128], sum = 0;
    for (int k = 0; k < 128; k++)
        table[k] = k;
    for (int b = 0; b < h; b++)
        for (int a = 0; a < w; a++)
            sum ^= table[a];
    y[get_global_id(0) + h] = sum;
}

__kernel void below_zero(__global int *y, int n) {
    int i = get_global_id(0);
    if (n < 0)
        y[0] = i;
    for (int k = 0; k < n; k++)
        y[8 * k + i] = 1;
}

__kernel void long_rounds(__global int *y, int n) {
    __local int part[4];
    int l = get_local_id(0);
    part[l] = l;
    for (int k = 70; k < n; k++)
        part[(l + 1) % 4] = k;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = part[l];
}

__kernel void far_away(__global int *y, int n) {
    if (n > 1000000)
        y[0] = get_global_id(0);
    y[get_global_id(0) + n] = 1;
}

__kernel void moved(__global int *y, int offset) {
    y[get_global_id(0) + offset] = 1;
}

__kernel void summed(__global const int *x, __global int *y, uint n) {
    int sum = 0;
    for (uint k = get_global_id(0); k < n; k += get_global_size(0))
        sum ^= x[k];
    y[get_global_id(0)] = sum;
}

__kernel void summed_by_groups(__global const int *x, __global int *y, int n) {
    int sum = 0;
    for (int k = get_group_id(0) * n + get_local_id(0); k < n * (int)(get_group_id(0) + 1);
         k += get_local_size(0))
        sum ^= x[k];
    y[get_global_id(0)] = sum;
}

// Every size adds as many elements as there are.
__kernel void powers(__global int *y, int n) {
    for (int i = 0; i < n; i++)
        y[1UL << i] = i;
}

// Lanes as sizes; three rows are shifted too far.
__kernel void shifted_rows(__global int *x, __global int *y, int2 shape) {
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < shape.y; k++)
        sum += x[i + k * shape.x];
    y[i] = sum;
    if (shape.y == 3)
        x[(i + 1) % 8] = i;
}
