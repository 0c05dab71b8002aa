// simdiff: check --reference scale --port scale_24 --global 4 --arg 'x=in:u32[4]' --arg 'y=out:u32[4]' => undecided "more than 24 bits"
// simdiff: check --reference scale --port scale_24 --global 4 --arg 'x=in:u32[4] in 0..16777215' --arg 'y=out:u32[4]' --arg 'k=u32 in 0..16777215' => equivalent
// A product of operands that have no more than 24 bits.
__kernel void scale(__global const uint *x, __global uint *y, uint k) {
    int i = get_global_id(0);
    y[i] = x[i] * k;
}

__kernel void scale_24(__global const uint *x, __global uint *y, uint k) {
    int i = get_global_id(0);
    y[i] = mul24(k, x[i]);
}
