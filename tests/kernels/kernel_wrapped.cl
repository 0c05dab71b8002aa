// simdiff: kernel --kernel before_all --global 4 --local 4 => defect out-of-bounds-read
// simdiff: kernel --kernel before_all --global 4 --local 4 --arg 'x=in:i32[4]' => defect out-of-bounds-read
// simdiff: kernel --kernel before_some --global 4 --local 4 => clean
// An unsigned index that wraps below zero for the first item lies in no buffer, of whatever
// length.

__kernel void before_all(__global const int *x, __global int *y) {
    uint i = get_global_id(0) - 1;
    y[get_global_id(0)] = x[i];
}

__kernel void before_some(__global const int *x, __global int *y) {
    uint i = get_global_id(0) - 1;
    y[get_global_id(0)] = get_global_id(0) > 0 ? x[i] : 0;
}
