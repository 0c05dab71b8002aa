// simdiff: kernel --kernel total --global 16 --local 8 --arg part=local:i32[8] => clean
// simdiff: kernel --kernel total --global 16 --arg part=local:i32[16] => clean "of the sizes of work-groups that an implementation may choose, those executed: 1, 4, 16"
// simdiff: kernel --kernel total_unfenced --global 16 --local 8 --arg part=local:i32[8] => defect race
// simdiff: kernel --kernel total_unfenced --global 16 --arg part=local:i32[16] => defect race
// simdiff: kernel --kernel total_begun --global 16 --local 8 --arg part=local:i32[8] => defect race "a barrier(CLK_LOCAL_MEM_FENCE) in the loop around" "round 3"
// simdiff: kernel --kernel total_unless --global 16 --local 8 --arg part=local:i32[8] => defect barrier-divergence
// simdiff: kernel --kernel total_unless --global 16 --local 8 --arg part=local:i32[8] --arg 'x=in:i32[16] in 1..9' => clean
// simdiff: kernel --kernel turned --global 8 => clean
// simdiff: kernel --kernel turned --global 8 --local 4 => clean
// simdiff: kernel --kernel next --global 8 => defect race
// simdiff: kernel --kernel next --global 8 --assume-race-free => clean "no two work-items race"
// simdiff: kernel --kernel marked --global 8 --arg seen=inout:i32[4] => clean "work-items write one value to one place"
// simdiff: kernel --kernel counted --global 8 --arg at=in:u8[8] => defect race
// simdiff: kernel --kernel transposed --global 4x4 --local 2x2 => clean
// simdiff: kernel --kernel transposed --global 4x4 --local 4x1 => defect uninitialised-output
// simdiff: kernel --kernel shared --global 4 --arg x=inout:i32[5] --arg y=inout:i32[5] => clean
// simdiff: kernel --kernel shared --global 4 --arg x=inout:i32[5] --arg y=inout:i32[5] --alias y=x => defect race
// simdiff: kernel --kernel rows --global n --size n=1..5 => clean
// What the work-items of a kernel by itself do to each other.
__kernel void total(__global const int *x, __global int *y, __local int *part) {
    int i = get_local_id(0);
    part[i] = x[get_global_id(0)];
    for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < step)
            part[i] ^= part[i + step];
    }
    if (i == 0)
        y[get_group_id(0)] = part[0];
}

__kernel void total_begun(__global const int *x, __global int *y, __local int *part) {
    int i = get_local_id(0);
    part[i] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = get_local_size(0) / 2; step > 0; step /= 2)
        if (i < step)
            part[i] ^= part[i + step];
    if (i == 0)
        y[get_group_id(0)] = part[0];
}

__kernel void total_unfenced(__global const int *x, __global int *y, __local int *part) {
    int i = get_local_id(0);
    part[i] = x[get_global_id(0)];
    for (int step = get_local_size(0) / 2; step > 0; step /= 2)
        if (i < step)
            part[i] ^= part[i + step];
    if (i == 0)
        y[get_group_id(0)] = part[0];
}

// Who has nothing to add does not wait.
__kernel void total_unless(__global const int *x, __global int *y, __local int *part) {
    int i = get_local_id(0);
    part[i] = x[get_global_id(0)];
    if (part[i] != 0)
        barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    if (i == 0)
        for (int k = 0; k < get_local_size(0); k++)
            sum ^= part[k];
    if (i == 0)
        y[get_group_id(0)] = sum;
}

__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void turned(__global int *y) {
    __local int part[4];
    int i = get_local_id(0);
    part[i] = y[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = part[3 - i];
}

__kernel void next(__global int *y) {
    size_t i = get_global_id(0);
    y[i] = y[(i + 1) % get_global_size(0)];
}

__kernel void marked(__global int *seen) {
    seen[get_global_id(0) % 4] = 1;
}

__kernel void counted(__global const uchar *at, __global int *bins) {
    bins[at[get_global_id(0)] % 4]++;
}

// Square tiles only.
__kernel void transposed(__global const int *x, __global int *y) {
    __local int tile[4][4];
    int i = get_local_id(0), k = get_local_id(1), n = get_local_size(0);
    int column = get_group_id(0) * n, row = get_group_id(1) * n;
    tile[k][i] = x[(row + k) * 4 + column + i];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[(column + k) * 4 + row + i] = tile[i][k];
}

__kernel void shared(__global int *x, __global int *y) {
    int i = get_global_id(0);
    x[i] = y[i + 1];
}

__kernel void rows(__global const int *a, __global const int *x, __global int *y, int n) {
    int i = get_global_id(0), sum = 0;
    for (int k = 0; k < n; k++)
        sum ^= a[i * n + k] & x[k];
    y[i] = sum;
}
