// simdiff: kernel --kernel reversed --cflags=-cl-std=CL2.0 --global 8 --local 8 => clean
// simdiff: kernel --kernel reversed_alone --cflags=-cl-std=CL2.0 --global 8 --local 8 => defect
// simdiff: kernel --kernel reversed_in_sub_groups --cflags=-cl-std=CL2.0 --global 8 --local 8 => undecided "a memory scope of sub-groups"
// A barrier makes writes visible within its memory scope only (OpenCL C 3.0, 6.15.8).

kernel void reversed(global const int *x, global int *y) {
    local int part[8];
    int l = get_local_id(0);
    part[l] = x[l];
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    y[l] = part[7 - l];
}

kernel void reversed_alone(global const int *x, global int *y) {
    local int part[8];
    int l = get_local_id(0);
    part[l] = x[l];
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_item);
    y[l] = part[7 - l];
}

kernel void reversed_in_sub_groups(global const int *x, global int *y) {
    local int part[8];
    int l = get_local_id(0);
    part[l] = x[l];
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_sub_group);
    y[l] = part[7 - l];
}
