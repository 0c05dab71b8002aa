// simdiff: kernel --kernel sort_bitonic --global 8 --local 8 --arg 'x=inout:u8[8]' => clean
// simdiff: kernel --kernel sort_bitonic --global 8 --local 4 --arg 'x=inout:u8[8]' => clean
// simdiff: kernel --kernel sort_bitonic_hasty --global 8 --local 8 --arg 'x=inout:u8[8]' => defect race
// The item with the lower index orders a pair.
void order(__global uchar *x, uint i, uint distance, uint width) {
    uint other = i ^ distance;
    uchar mine = x[i], theirs = x[other];
    bool up = (i & width) == 0;
    if (other > i && (mine > theirs) == up) {
        x[i] = theirs;
        x[other] = mine;
    }
}

__kernel void sort_bitonic(__global uchar *x) {
    uint i = get_local_id(0), n = get_local_size(0);
    x += get_group_id(0) * n;
    for (uint width = 2; width <= n; width *= 2)
        for (uint distance = width / 2; distance > 0; distance /= 2) {
            if ((i ^ distance) > i)
                order(x, i, distance, width);
            barrier(CLK_GLOBAL_MEM_FENCE);
        }
}

__kernel void sort_bitonic_down(__global uchar *x) {
    uint i = get_local_id(0), n = get_local_size(0);
    for (uint width = 2; width <= n; width *= 2)
        for (uint distance = width / 2; distance > 0; distance /= 2) {
            if ((i ^ distance) > i)
                order(x, i, distance, width / 2);
            barrier(CLK_GLOBAL_MEM_FENCE);
        }
}

// Both items of a pair look, and one of them writes.
__kernel void sort_bitonic_hasty(__global uchar *x) {
    uint i = get_local_id(0), n = get_local_size(0);
    for (uint width = 2; width <= n; width *= 2)
        for (uint distance = width / 2; distance > 0; distance /= 2) {
            order(x, i, distance, width);
            barrier(CLK_GLOBAL_MEM_FENCE);
        }
}
