// simdiff: kernel --kernel both --global 8 --local 8 => clean
// simdiff: kernel --kernel local_only --global 8 --local 8 => defect race "the barrier at kernel_fences.cl:23 does not fence this memory: give it CLK_GLOBAL_MEM_FENCE"
// simdiff: kernel --kernel global_only --global 8 --local 8 => defect race "does not fence this memory: give it CLK_LOCAL_MEM_FENCE"
// simdiff: kernel --kernel neither --global 8 --local 8 => defect race
// simdiff: kernel --kernel in_turn --global 8 --local 8 => clean
// simdiff: kernel --kernel marked --global 8 --same-value-writes defect => defect race
// simdiff: kernel --kernel marked --global 8 => clean
// simdiff: kernel --kernel marked_by_input --global 8 => defect race
// simdiff: kernel --kernel both --global 8 --local 4 => defect race "barriers order the items of one group only"
// A barrier orders accesses to the memory that its flags name, and to no other.
__kernel void both(__global int *x) {
    __local int part[8];
    int i = get_local_id(0);
    part[i] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    x[get_global_id(0) ^ 5] = part[7 - i];
}

__kernel void local_only(__global int *x) {
    __local int part[8];
    int i = get_local_id(0);
    part[i] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[7 - i] = part[7 - i];
}

__kernel void global_only(__global int *x) {
    __local int part[8];
    int i = get_local_id(0);
    part[i] = x[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
    x[7 - i] = part[i ^ 1];
}

__kernel void neither(__global int *x) {
    int i = get_local_id(0);
    int other = x[i];
    barrier(0);
    x[7 - i] = other;
}

// Each memory has a barrier of its own.
__kernel void in_turn(__global int *x) {
    __local int part[8];
    int i = get_local_id(0);
    part[i] = x[i];
    barrier(CLK_GLOBAL_MEM_FENCE);
    barrier(CLK_LOCAL_MEM_FENCE);
    x[7 - i] = part[i ^ 1];
}

__kernel void marked(__global int *seen) {
    seen[get_global_id(0) / 2] = 1;
}

// The values are one for most inputs.
__kernel void marked_by_input(__global const uchar *x, __global uchar *seen) {
    int i = get_global_id(0);
    seen[i / 2] = x[i] > 254;
}
