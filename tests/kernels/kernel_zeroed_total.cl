// simdiff: kernel --kernel total --global 8 --local 4 => defect
// simdiff: kernel --kernel total_given --global 8 --local 4 => clean
// A barrier orders the items of its group alone: another group may add before the total is
// set to zero. On zeros all orders give one result, so the report needs another input.

kernel void total(global const uint *x, global uint *sum) {
    if (get_global_id(0) == 0)
        *sum = 0;
    barrier(CLK_GLOBAL_MEM_FENCE);
    atomic_add(sum, x[get_global_id(0)]);
}

kernel void total_given(global const uint *x, global uint *sum) {
    barrier(CLK_GLOBAL_MEM_FENCE);
    atomic_add(sum, x[get_global_id(0)]);
}
