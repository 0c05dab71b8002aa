// simdiff: kernel --kernel blend --global 2 --arg x=in:f32[2] --arg y=out:f32[2] => clean
// simdiff: kernel --kernel blend --global 2 --arg x=in:f32[2] --arg y=out:f32[1] => defect out-of-bounds-write
// simdiff: kernel --kernel lengths --global 2 --arg x=in:f32[4] --arg y=out:f32[2] => clean
// simdiff: kernel --kernel lengths --global 2 --arg x=in:f32[3] --arg y=out:f32[2] => defect out-of-bounds-read
// simdiff: kernel --kernel largest --global 2 --arg x=in:f32[6] --arg y=out:f32[2] => clean
// simdiff: kernel --kernel largest --global 2 --arg x=in:f32[6] --arg y=out:f32[1] => defect out-of-bounds-write
// simdiff: kernel --kernel neighbours --global 4 --local 4 => clean
// simdiff: kernel --kernel neighbours_at_once --global 4 --local 4 => defect race
// simdiff: kernel --kernel crossed_at_once --global 2 --local 2 => defect race
// simdiff: kernel --kernel some_wait --global 4 --local 4 => defect barrier-divergence
// simdiff: kernel --kernel bounded --global 1 => clean
// simdiff: kernel --kernel by_length --global 1 --arg table=in:f32[4] => undecided "suspected-out-of-bounds-read"
// simdiff: kernel --kernel by_product --global 1 --arg table=in:f32[16] --arg 'i=i32 in 0..3' --arg 'j=i32 in 0..3' => clean
// simdiff: kernel --kernel by_product --global 1 --arg table=in:f32[16] --arg i=i32 --arg j=i32 => defect out-of-bounds-read
// simdiff: check --reference products --port product --global 1 => undecided "OpenCL C leaves it open"
// simdiff: check --reference mixed --port mixed_at_once --global 2 --local 2 --arg x=in:f32[2] --arg y=out:f32[2] => defect race
// Defects of kernels that call builtins whose results a device chooses, and comparisons that rest
// on one.

kernel void blend(global const float *x, global float *y)
{
    size_t i = get_global_id(0);
    y[i] = mix(x[i], x[0], 0.5f) + smoothstep(0.0f, 1.0f, x[i]) + radians(x[i]) + degrees(x[i]);
}

kernel void lengths(global const float *x, global float *y)
{
    size_t i = get_global_id(0);
    float2 v = vload2(i, x);
    y[i] = length(v) + distance(v, v.yx) + fast_length(v) + normalize(v).x;
}

kernel void largest(global const float *x, global float *y)
{
    size_t i = get_global_id(0);
    float most = -INFINITY;
    for (int k = 0; k < 3; k++) most = max(most, x[3 * i + k]);
    y[i] = most;
}

kernel void neighbours(global const float4 *x, global float *y)
{
    local float4 tile[4];
    size_t i = get_local_id(0);
    tile[i] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = dot(tile[i], tile[i ^ 1]);
}

kernel void neighbours_at_once(global const float4 *x, global float *y)
{
    local float4 tile[4];
    size_t i = get_local_id(0);
    tile[i] = x[i];
    y[i] = dot(tile[i], tile[i ^ 1]);
}

kernel void crossed_at_once(global const float4 *x, global float4 *y)
{
    local float4 tile[2];
    size_t i = get_local_id(0);
    tile[i] = x[i];
    y[i] = cross(tile[i], tile[1 - i]);
}

kernel void some_wait(global const float4 *x, global float *y)
{
    size_t i = get_local_id(0);
    y[i] = dot(x[i], x[i]);
    if (i != 2) barrier(CLK_LOCAL_MEM_FENCE);
}

// The index is in bounds whatever the device computes.
kernel void bounded(global const float *x, constant float *table, global float *y)
{
    int i = (int)clamp(length(vload2(0, x)), 0.0f, 3.0f);
    *y = table[i & 3];
}

// Only for some values of `length` is the index out of bounds.
kernel void by_length(global const float *x, global const float *table, global float *y)
{
    *y = table[(int)length((float2)(x[0], 3.0f))];
}

kernel void by_product(global const float *table, int i, int j, global float *y)
{
    *y = table[mul24(i, 4) + j];
}

kernel void products(global const float2 *x, global float *y)
{
    *y = x[0].x * x[1].x + x[0].y * x[1].y + 1;
}

kernel void product(global const float2 *x, global float *y)
{
    *y = dot(x[0], x[1]) + 2;
}

kernel void mixed(global const float *x, global float *y)
{
    size_t i = get_local_id(0);
    y[i] = mix(x[i], x[1 - i], 0.25f);
}

kernel void mixed_at_once(global const float *x, global float *y)
{
    local float tile[2];
    size_t i = get_local_id(0);
    tile[i] = x[i];
    y[i] = mix(tile[i], tile[1 - i], 0.25f);
}
