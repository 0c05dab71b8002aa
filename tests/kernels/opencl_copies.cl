// Groups of 4: a tile is fetched, turned and written.
__kernel void turn_copied(__global const int *x, __global int *y) {
    __local int tile[4];
    event_t fetched = async_work_group_copy(tile, x + 4 * get_group_id(0), 4, 0);
    wait_group_events(1, &fetched);
    y[get_global_id(0)] = tile[3 - get_local_id(0)];
}

// Both ways; items write the tile before it goes out.
__kernel void turn_both_ways(__global const int *x, __global int *y) {
    __local int in[4], out[4];
    int l = get_local_id(0), g = 4 * get_group_id(0);
    event_t fetched = async_work_group_copy(in, x + g, 4, 0);
    wait_group_events(1, &fetched);
    out[l] = in[3 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t written = async_work_group_copy(y + g, out, 4, 0);
    wait_group_events(1, &written);
}

// Two copies with one event: one wait is enough.
__kernel void turn_halves(__global const int *x, __global int *y) {
    __local int tile[4];
    int g = 4 * get_group_id(0);
    event_t fetched = async_work_group_copy(tile, x + g, 2, 0);
    fetched = async_work_group_copy(tile + 2, x + g + 2, 2, fetched);
    wait_group_events(1, &fetched);
    y[get_global_id(0)] = tile[3 - get_local_id(0)];
}

// Every other element, twice.
__kernel void turn_strided(__global const int *x, __global int *y) {
    __local int even[2], odd[2];
    int l = get_local_id(0), g = 4 * get_group_id(0);
    event_t fetched[2];
    fetched[0] = async_work_group_strided_copy(even, x + g, 2, 2, 0);
    fetched[1] = async_work_group_strided_copy(odd, x + g + 1, 2, 2, 0);
    wait_group_events(2, fetched);
    y[get_global_id(0)] = l & 1 ? even[1 - l / 2] : odd[1 - l / 2];
}

// Nobody waits.
__kernel void turn_unwaited(__global const int *x, __global int *y) {
    __local int tile[4];
    async_work_group_copy(tile, x + 4 * get_group_id(0), 4, 0);
    y[get_global_id(0)] = tile[3 - get_local_id(0)];
}

// A barrier is not what a copy waits for, even where each item reads its own element.
__kernel void copy_behind_barrier(__global const int *x, __global int *y) {
    __local int tile[4];
    event_t fetched = async_work_group_copy(tile, x + 4 * get_group_id(0), 4, 0);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    y[get_global_id(0)] = tile[get_local_id(0)];
    wait_group_events(1, &fetched);
}

// One of two is not waited for.
__kernel void turn_half_waited(__global const int *x, __global int *y) {
    __local int tile[4];
    int g = 4 * get_group_id(0);
    event_t first = async_work_group_copy(tile, x + g, 2, 0);
    event_t second = async_work_group_copy(tile + 2, x + g + 2, 2, 0);
    wait_group_events(1, &first);
    y[get_global_id(0)] = tile[3 - get_local_id(0)];
    wait_group_events(1, &second);
}

// Each item asks for another copy.
__kernel void turn_apart(__global const int *x, __global int *y) {
    __local int tile[4];
    event_t fetched = async_work_group_copy(tile, x + 4 * get_group_id(0), 1 + get_local_id(0), 0);
    wait_group_events(1, &fetched);
    y[get_global_id(0)] = tile[3 - get_local_id(0)];
}

// For one input, one item asks for less.
__kernel void turn_nearly(__global const int *x, __global int *y) {
    __local int tile[4];
    int l = get_local_id(0);
    int count = x[0] == 12345 && l == 1 ? 3 : 4;
    event_t fetched = async_work_group_copy(tile, x + 4 * get_group_id(0), count, 0);
    wait_group_events(1, &fetched);
    y[get_global_id(0)] = tile[3 - l];
}

// Items write the tile while it goes out.
__kernel void turn_while_written(__global const int *x, __global int *y) {
    __local int out[4];
    int l = get_local_id(0), g = 4 * get_group_id(0);
    out[l] = x[g + 3 - l];
    event_t written = async_work_group_copy(y + g, out, 4, 0);
    wait_group_events(1, &written);
}

// Not all come to the copy.
__kernel void turn_partly(__global const int *x, __global int *y) {
    __local int tile[4];
    if (get_local_id(0) < 3) {
        event_t fetched = async_work_group_copy(tile, x + 4 * get_group_id(0), 4, 0);
        wait_group_events(1, &fetched);
    }
    y[get_global_id(0)] = tile[3 - get_local_id(0)];
}

// More than there is.
__kernel void turn_too_much(__global const int *x, __global int *y) {
    __local int tile[4];
    event_t fetched = async_work_group_copy(tile, x + 4 * get_group_id(0) + 1, 4, 0);
    wait_group_events(1, &fetched);
    y[get_global_id(0)] = tile[3 - get_local_id(0)];
}

// The next tile may come while others still read this one.
__kernel void sums_of_tiles_early(__global const int *x, __global int *y) {
    __local int tile[4];
    int l = get_local_id(0), sum = 0;
    for (int t = 0; t < 3; t++) {
        event_t fetched = async_work_group_copy(tile, x + 4 * t, 4, 0);
        wait_group_events(1, &fetched);
        sum += tile[l] * tile[3 - l];
    }
    y[l] = sum;
}

__kernel void sums_of_tiles(__global const int *x, __global int *y) {
    __local int tile[4];
    int l = get_local_id(0), sum = 0;
    for (int t = 0; t < 3; t++) {
        event_t fetched = async_work_group_copy(tile, x + 4 * t, 4, 0);
        wait_group_events(1, &fetched);
        sum += tile[l] * tile[3 - l];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    y[l] = sum;
}

// The source is written while it is read.
__kernel void turn_overwritten(__global int *x, __global int *y) {
    __local int tile[4];
    int l = get_local_id(0), g = 4 * get_group_id(0);
    event_t fetched = async_work_group_copy(tile, x + g, 4, 0);
    x[g + l] = 0;
    wait_group_events(1, &fetched);
    y[g + l] = tile[3 - l];
}

__kernel void turn_and_clear(__global int *x, __global int *y) {
    __local int tile[4];
    int l = get_local_id(0), g = 4 * get_group_id(0);
    event_t fetched = async_work_group_copy(tile, x + g, 4, 0);
    wait_group_events(1, &fetched);
    x[g + l] = 0;
    y[g + l] = tile[3 - l];
}

// Two groups copy to one place.
__kernel void gathered(__global const int *x, __global int *y) {
    __local int out[4];
    int l = get_local_id(0);
    out[l] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t written = async_work_group_copy(y, out, 4, 0);
    wait_group_events(1, &written);
}
