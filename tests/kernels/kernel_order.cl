// simdiff: kernel --kernel nearest --global 16 --local 4 => clean
// simdiff: kernel --kernel beyond --global 16 --local 4 --arg out=out:u32[16] => defect "out-of-bounds-write"
// simdiff: kernel --kernel longer --global 16 --local 4 => clean
// simdiff: kernel --kernel between --global 4 --local 4 => defect out-of-bounds-read
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

/* How long `b` is depends on the order. */
kernel void longer(global uint *a, global const uint *b)
{
    size_t i = get_global_id(0);
    a[i] = a < b ? b[0] : b[i];
}

/* Neither the order of the parameters nor its reverse is one in which this reads. */
kernel void between(global const int *a, global int *b, global int *c)
{
    if (a < b && c < a)
        b[get_global_id(0)] = a[-1];
}
