// simdiff: kernel --kernel scaled --global 12 => clean
// simdiff: kernel --kernel scaled --global 12 --arg x=in:f32[12] --arg y=out:f32[12] => clean
// simdiff: kernel --kernel scaled_all --global 12 --arg x=in:f32[10] --arg y=out:f32[12] => defect out-of-bounds-read
// simdiff: kernel --kernel differences --global 8 => defect out-of-bounds-read "4 before its start"
// simdiff: kernel --kernel picked --global 4 => defect out-of-bounds-read
// simdiff: kernel --kernel picked --global 4 --arg 'k=i32 in 0..3' => clean
// simdiff: kernel --kernel picked --global 4 --assume 'k < 4' --assume 'k >= 0' => clean "nothing is claimed for other inputs"
// simdiff: kernel --kernel picked --global 4 --assume 'k < 4' --assume 'k > 3' => undecided "no input of the sizes tried satisfies"
// simdiff: kernel --kernel shifted --global 8 --local 4 => defect out-of-bounds-read
// simdiff: kernel --kernel filled --global 8 --local 4 => defect out-of-bounds-write
// simdiff: kernel --kernel half_set --global 8 --local 4 => defect uninitialised-output
// simdiff: kernel --kernel counted_from_nothing --global 4 --local 4 => defect uninitialised-output
// simdiff: kernel --kernel half_set_alone --global 8 --local 4 => clean
// simdiff: kernel --kernel vectors_off --global 4 --arg x=inout:f32[20] => defect misaligned-write
// simdiff: kernel --kernel vectors_at --global 4 --arg x=inout:f32[64] => defect misaligned-read
// simdiff: kernel --kernel vectors_at --global 4 --arg x=inout:f32[64] --arg 'k=const:8' => clean
// simdiff: kernel --kernel over_constant --global 4 => defect write-to-input
// simdiff: kernel --kernel over_table --global 4 => defect write-to-constant
// What a kernel by itself does to memory, in each address space.
__kernel void scaled(__global const float *x, __global float *y, int n) {
    int i = get_global_id(0);
    if (i < n)
        y[i] = 2 * x[i];
}

__kernel void scaled_all(__global const float *x, __global float *y) {
    int i = get_global_id(0);
    y[i] = 2 * x[i];
}

__kernel void differences(__global const int *x, __global int *y) {
    int i = get_global_id(0);
    y[i] = x[i] ^ x[i - 1];
}

__kernel void picked(__global int *y, int k) {
    int weights[4] = {1, 3, 3, 1};
    y[get_global_id(0)] = weights[k];
}

__kernel void shifted(__global int *y) {
    __local int part[4];
    part[get_local_id(0)] = y[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = part[get_local_id(0) + 1];
}

__kernel void filled(__global int *y) {
    __local int part[4];
    for (int k = get_local_id(0); k <= 4; k += 4)
        part[k] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = part[get_local_id(0)];
}

__kernel void half_set(__global int *y) {
    __local int part[4];
    int i = get_local_id(0);
    if (i % 2 == 0)
        part[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = part[i ^ 1];
}

// Nobody sets the counter, and MemorySanitizer does not see what atomic functions read.
__kernel void counted_from_nothing(__global int *y) {
    __local int count;
    atomic_inc(&count);
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = count;
}

// What is not set is read, but nothing is made of it.
__kernel void half_set_alone(__global int *y) {
    __local int part[4];
    int i = get_local_id(0);
    if (i % 2 == 0)
        part[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    int other = part[i ^ 1];
    y[get_global_id(0)] = i % 2 ? other : 0;
}

__kernel void vectors_off(__global float *x) {
    __global float4 *v = (__global float4 *)(x + 1);
    v[get_global_id(0)] = (float4)(1.0f);
}

__kernel void vectors_at(__global float *x, int k) {
    __global float4 *v = (__global float4 *)(x + (k & 31));
    v[get_global_id(0)] *= 2.0f;
}

__kernel void over_constant(__constant float *c, __global float *y) {
    int i = get_global_id(0);
    y[i] = c[i];
    ((__global float *)(size_t)c)[i] = 0;
}

__constant int table[4] = {1, 2, 3, 4};

__kernel void over_table(__global int *y) {
    int i = get_global_id(0);
    y[i] = table[i];
    *(__global int *)(size_t)&table[i] = 0;
}
