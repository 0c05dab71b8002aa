// simdiff: kernel --kernel nearest --global 16 --local 4 => clean
// simdiff: kernel --kernel beyond --global 16 --local 4 --arg out=out:u32[16] => defect "out-of-bounds-write"
// Which of two buffers comes first, to a kernel by itself.

kernel void nearest(global const uint *a, global const uint *b, global uint *out)
{
    size_t i = get_global_id(0);
    out[i] = a < b ? a[0] : b[0];
}

kernel void beyond(global const uint *a, global const uint *b, global uint *out)
{
    size_t i = get_global_id(0);
    out[a < b ? i : i + 1] = 0;
}
