// simdiff: kernel --kernel doubled --global n --local n => clean "n = 0: groups of 0 work-items do not fill the index space"
// simdiff: kernel --kernel doubled --global n --local 4 => clean "groups of 4 work-items do not fill the index space"
// simdiff: kernel --kernel doubled_past --global n --local 4 --arg 'x=inout:i32[n]' => defect out-of-bounds
// Sizes that nobody gave, and at which nothing can be launched, are left out.

__kernel void doubled(__global int *x, int n) {
    size_t i = get_global_id(0);
    if (i < n) x[i] = 2u * x[i];
}

__kernel void doubled_past(__global int *x, int n) {
    size_t i = get_global_id(0);
    if (i < n) x[i + 1] = 2u * x[i];
}
