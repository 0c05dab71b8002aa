// simdiff: check opencl_atomic_order.cl --reference kept --port kept_items --global 4 --local 2 --arg y=inout:i32[4] --arg 'count=inout:u32[1] in 0..0' => undecided "in which order work-items access memory atomically is open" "--assume-atomic-order"
// simdiff: check opencl_atomic_order.cl --reference kept --port kept_items --global 4 --local 2 --arg y=inout:i32[4] --arg 'count=inout:u32[1] in 0..0' --assume-race-free => undecided "in which order work-items access memory atomically is open"
// simdiff: check opencl_atomic_order.cl --reference kept --port kept_items --global 4 --local 2 --arg y=inout:i32[4] --arg 'count=inout:u32[1] in 0..0' --assume-atomic-order => equivalent "work-items access memory atomically in the order of their ids"
// simdiff: check opencl_atomic_order.cl --reference total --port total_swapped --global 4 --local 2 --arg x=in:f32[4] --arg y=inout:f32[1] --assume-race-free => undecided "in which order work-items access memory atomically is open"
// simdiff: check opencl_atomic_order.cl --reference linked --port linked_items --global 4 --local 2 --arg 'head=inout:i32[1]' --arg next=out:i32[4] --assume-race-free => undecided "in which order work-items access memory atomically is open"
// simdiff: check opencl_atomic_order.cl --reference tally --port tally_items --global 4 --local 2 --arg x=in:u8[4] --arg y=inout:u32[4] --assume-race-free => equivalent
// What atomic functions return depends on the order of the work-items, of which races say nothing.
void kept(const int *x, int *y, unsigned *count) {
    for (int i = 0; i < 4; i++)
        if (x[i] > 0)
            y[(*count)++] = x[i];
}

void total(const float *x, float *y) {
    for (int i = 0; i < 4; i++)
        *y += x[i];
}

void linked(int *head, int *next) {
    for (int i = 0; i < 4; i++) {
        next[i] = *head;
        *head = i;
    }
}

void tally(const unsigned char *x, unsigned *y) {
    for (int i = 0; i < 4; i++)
        y[x[i] & 3]++;
}
