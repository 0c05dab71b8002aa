// simdiff: kernel --kernel gathered --global 4 --arg 'at=in:i32[4] in 0..7' => clean "x=in:f32[8]" "y=out:f32[4]"
// simdiff: kernel --kernel gathered --global 4 --arg 'at=in:i32[4] in 0..7' --arg x=in:f32[7] => defect out-of-bounds-read
// simdiff: kernel --kernel gathered --global 4 --arg 'at=in:i32[4] in -1..7' --arg x=in:f32[8] => defect out-of-bounds-read
// simdiff: kernel --kernel window --global 4 --arg 'from=i32 in 0..3' => clean "x=in:i32[7]" "y=out:i32[4]"
// simdiff: kernel --kernel window --global 4 --arg 'from=i32 in 0..3' --arg x=in:i32[6] => defect out-of-bounds-read
// simdiff: kernel --kernel strided --global 4 --arg 'step=i32 in 1..3' => clean "x=in:i32[10]"
// simdiff: kernel --kernel placed --global 4 --arg 'at=in:i32[4] in 0..0' => defect race
// simdiff: kernel --kernel ticketed --global 4 --arg 'ticket=inout:u32[1] in 0..0' => undecided "in which order work-items access memory atomically is open"
// simdiff: kernel --kernel ticketed --global 4 --arg 'ticket=inout:u32[1] in 0..0' --assume-atomic-order => clean "x=in:i32[4]" "work-items access memory atomically in the order of their ids"
// simdiff: kernel --kernel ticketed --global 4 --arg 'ticket=inout:u32[1] in 0..1' --arg x=in:i32[4] --assume-atomic-order => defect out-of-bounds-read
// Buffers that are as long as indices within the ranges given reach.
__kernel void gathered(__global const int *at, __global const float *x, __global float *y) {
    int i = get_global_id(0);
    y[i] = x[at[i]];
}

__kernel void window(__global const int *x, __global int *y, int from) {
    int i = get_global_id(0);
    y[i] = x[from + i];
}

__kernel void strided(__global const int *x, __global int *y, int step) {
    int i = get_global_id(0);
    y[i] = x[i * step];
}

__kernel void placed(__global const int *at, __global int *y) {
    int i = get_global_id(0);
    y[at[i]] = i;
}

__kernel void ticketed(__global const int *x, __global int *y, volatile __global uint *ticket) {
    uint at = atomic_inc(ticket);
    y[at] = 2 * x[at];
}
