// simdiff: kernel --kernel first_half --global 8 --local 8 => defect barrier-divergence
// simdiff: kernel --kernel first_item --global 8 --local 8 => defect barrier-divergence
// simdiff: kernel --kernel ends --global 8 --local 8 => defect barrier-divergence
// simdiff: kernel --kernel odd --global 8 --local 8 => defect barrier-divergence
// simdiff: kernel --kernel switched --global 8 --local 8 => defect barrier-divergence
// simdiff: kernel --kernel by_function --global 8 --local 8 => defect barrier-divergence
// simdiff: kernel --kernel folded --global 8 --local 8 --cflags=-cl-std=CL2.0 => defect barrier-divergence
// simdiff: kernel --kernel by_group --global 8 --local 4 => clean
// simdiff: kernel --kernel in_turn --global 8 --local 8 => clean
// simdiff: kernel --kernel functions_in_turn --global 8 --local 8 --cflags=-cl-std=CL2.0 => clean
// A barrier in both arms of a branch is two barriers: all items of a group must take one arm.

kernel void first_half(global int *y)
{
    size_t i = get_local_id(0);
    if (i < 4) {
        barrier(CLK_LOCAL_MEM_FENCE);
        y[i] = 0;
    } else {
        y[i] = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

kernel void first_item(global int *y)
{
    size_t i = get_local_id(0);
    if (i == 0) {
        barrier(CLK_LOCAL_MEM_FENCE);
    } else {
        y[i] = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        y[i] = 2;
    }
}

// The arms end alike, so that code generation could merge these calls.
kernel void ends(global int *y)
{
    size_t i = get_local_id(0);
    if (i < 4) {
        barrier(CLK_LOCAL_MEM_FENCE);
    } else {
        y[i] = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

kernel void odd(global int *y)
{
    size_t i = get_local_id(0);
    if (i & 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        y[i] = 0;
    } else {
        y[i] = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

kernel void switched(global int *y)
{
    size_t i = get_local_id(0);
    switch (i & 3) {
    case 0:
        barrier(CLK_LOCAL_MEM_FENCE);
        y[i] = 0;
        break;
    default:
        y[i] = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

__attribute__((noinline)) static void wait_for_all(void)
{
    barrier(CLK_LOCAL_MEM_FENCE);
}

kernel void by_function(global int *y)
{
    size_t i = get_local_id(0);
    if (i < 4) {
        wait_for_all();
        y[i] = 0;
    } else {
        y[i] = 1;
        wait_for_all();
    }
}

#if __OPENCL_C_VERSION__ >= 200
kernel void folded(global int *y)
{
    size_t i = get_local_id(0);
    if (i < 4) y[i] = work_group_reduce_add((int)i);
    else y[i] = -work_group_reduce_add((int)i);
}
#endif

kernel void by_group(global int *y)
{
    size_t i = get_global_id(0);
    if (get_group_id(0) == 0) {
        barrier(CLK_LOCAL_MEM_FENCE);
        y[i] = 0;
    } else {
        y[i] = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

kernel void in_turn(global int *y)
{
    local int t[8];
    size_t i = get_local_id(0);
    t[i] = (int)i;
    for (size_t step = 1; step < 8; step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        int other = t[i ^ step];
        barrier(CLK_LOCAL_MEM_FENCE);
        t[i] += other;
    }
    y[i] = t[i];
}

#if __OPENCL_C_VERSION__ >= 200
kernel void functions_in_turn(global int *y)
{
    local int t[8];
    size_t i = get_local_id(0);
    t[i] = (int)i;
    wait_for_all();
    int sum = t[7 - i];
    wait_for_all();
    t[i] = sum;
    sum = work_group_reduce_add(sum);
    wait_for_all();
    y[i] = t[7 - i] + sum;
}
#endif
