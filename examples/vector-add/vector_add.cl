// simdiff: kernel --kernel add_guarded --global 16 --arg 'x=in:f32[12]' --arg 'y=in:f32[12]' --arg 'z=out:f32[12]' --arg 'n=i32 in 0..12' => clean
// simdiff: kernel --kernel add_unguarded --global 16 --arg 'x=in:f32[12]' --arg 'y=in:f32[12]' --arg 'z=out:f32[12]' => defect out-of-bounds-read
// simdiff: kernel --kernel add_guarded --global 16 --arg 'x=in:f32[12]' --arg 'y=in:f32[12]' --arg 'z=out:f32[12]' => defect out-of-bounds-read
__kernel void add_guarded(__global const float *x, __global const float *y, __global float *z,
                          int n) {
    int i = get_global_id(0);
    if (i < n)
        z[i] = x[i] + y[i];
}

// The launch is rounded up to whole groups, and n is not asked about.
__kernel void add_unguarded(__global const float *x, __global const float *y, __global float *z,
                            int n) {
    int i = get_global_id(0);
    z[i] = x[i] + y[i];
}
