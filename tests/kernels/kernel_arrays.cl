// simdiff: kernel --kernel windows --global 8 --local 8 => defect array-index
// simdiff: kernel --kernel windows --global 4 --local 4 => clean
// simdiff: kernel --kernel private_array --global 8 --local 8 => defect array-index
// simdiff: kernel --kernel private_array --global 8 --local 8 --undefined array-index=note => clean "array-index"
// simdiff: kernel --kernel private_array --global 4 --local 4 => clean
// simdiff: kernel --kernel looked_up --global 4 --local 4 --arg 'which=in:u8[4]' => defect array-index
// simdiff: kernel --kernel looked_up --global 4 --local 4 --arg 'which=in:u8[4] in 0..3' => clean
// simdiff: kernel --kernel masked --global 4 --local 4 --arg 'which=in:u8[4]' => clean
// An element has to be one of its array, not only of what the array lies in.

typedef struct {
    int low[4], high[4];
} pair;

__kernel void windows(__global const pair *in, __global int *out)
{
    int i = get_global_id(0);
    out[i] = in[0].low[i];
}

__kernel void private_array(__global int *out)
{
    pair p;
    for (int k = 0; k < 4; k++) p.low[k] = k, p.high[k] = -k;
    out[get_global_id(0)] = p.low[get_local_id(0)];
}

__kernel void looked_up(__global const uchar *which, __global int *out)
{
    pair p = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    out[get_global_id(0)] = p.low[which[get_global_id(0)]];
}

__kernel void masked(__global const uchar *which, __global int *out)
{
    pair p = {{1, 2, 3, 4}, {5, 6, 7, 8}};
    out[get_global_id(0)] = p.low[which[get_global_id(0)] & 3];
}
