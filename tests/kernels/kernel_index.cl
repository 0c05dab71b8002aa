// simdiff: kernel --kernel strided --global 8 --local 4 --arg x=in:i32[64] --arg y=inout:i32[64] --arg stride=i32 => defect signed-overflow
// simdiff: kernel --kernel strided --global 8 --local 4 --arg x=in:i32[64] --arg y=inout:i32[64] --arg stride=i32 --undefined overflow=note => clean "overflows a signed integer"
// simdiff: kernel --kernel strided --global 8 --local 4 --arg x=in:i32[64] --arg y=inout:i32[64] --arg 'stride=i32 in 0..65536' => clean
// simdiff: kernel --kernel strided --global 8 --local 4 --arg x=in:i32[64] --arg y=inout:i32[64] --arg stride=const:0x40000000 => defect signed-overflow
// simdiff: kernel --kernel summed --global 8 --local 4 => clean "overflows a signed integer"
// simdiff: kernel --kernel scattered --global 8 --local 4 --arg y=inout:i32[64] --arg stride=u32 => defect race
// Indices that wrap around: signed ones are undefined, unsigned ones meet.
__kernel void strided(__global const int *x, __global int *y, int stride) {
    int i = get_global_id(0);
    int at = i * stride;
    if (at >= 0 && at < 64)
        y[i] = x[at];
}

__kernel void summed(__global const int *x, __global int *y) {
    int i = get_global_id(0);
    y[i] += x[i];
}

__kernel void scattered(__global int *y, uint stride) {
    uint at = (uint)get_global_id(0) * stride;
    if (stride != 0 && at < 64)
        y[at] = 1 + get_global_id(0);
}
