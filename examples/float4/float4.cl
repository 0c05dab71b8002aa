// simdiff: kernel --kernel scale_vectors --global 4 --arg 'x=in:f32[16]' --arg 'y=out:f32[16]' => clean
// simdiff: kernel --kernel scale_vectors --global 5 --arg 'x=in:f32[16]' --arg 'y=out:f32[16]' => defect out-of-bounds-read
// simdiff: kernel --kernel scale_misaligned --global 4 --arg 'x=in:f32[17]' --arg 'y=out:f32[16]' => defect misaligned-read
__kernel void scale_vectors(__global const float4 *x, __global float4 *y, float a) {
    size_t i = get_global_id(0);
    y[i] = a * x[i] + 1.0f;
}

__kernel void scale_swapped(__global const float4 *x, __global float4 *y, float a) {
    size_t i = get_global_id(0);
    y[i] = (a * x[i] + 1.0f).xzyw;
}

// What vload4 is for.
__kernel void scale_misaligned(__global const float *x, __global float4 *y, float a) {
    size_t i = get_global_id(0);
    y[i] = a * *(__global const float4 *)(x + 4 * i + 1);
}
