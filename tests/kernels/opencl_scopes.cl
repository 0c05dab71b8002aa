// simdiff: kernel --kernel count_of_group --global 8 --local 4 --cflags -cl-std=CL2.0 --arg x=in:u32[8] --arg counts=inout:u32[2] => clean
// simdiff: kernel --kernel count_of_all --global 8 --local 4 --cflags -cl-std=CL2.0 --arg x=in:u32[8] --arg counts=inout:u32[2] => defect "memory_scope_work_group does not include the items of other groups"
// simdiff: kernel --kernel count_of_all --global 4 --local 4 --cflags -cl-std=CL2.0 --arg x=in:u32[8] --arg counts=inout:u32[2] => clean
// simdiff: kernel --kernel count_of_device --global 8 --local 4 --cflags -cl-std=CL2.0 --arg x=in:u32[8] --arg counts=inout:u32[2] => clean
// simdiff: kernel --kernel one_of_each --global 8 --local 4 --cflags -cl-std=CL2.0 --arg x=in:u32[8] --arg counts=inout:u32[2] => defect "atomically within its group"
// simdiff: kernel --kernel read_elsewhere --global 8 --local 4 --cflags -cl-std=CL2.0 --arg x=in:u32[8] --arg counts=inout:u32[4] => defect
// simdiff: kernel --kernel plain_in_group --global 8 --local 4 --cflags -cl-std=CL2.0 --arg x=in:u32[8] --arg counts=inout:u32[2] => defect
// simdiff: kernel --kernel generic_counts --global 8 --local 4 --cflags -cl-std=CL2.0 --arg x=in:u32[8] --arg counts=inout:u32[2] => clean
// simdiff: kernel --kernel generic_total --global 8 --local 4 --cflags -cl-std=CL2.0 --arg x=in:u32[8] --arg counts=inout:u32[2] => defect
//
// Atomic functions whose scope is the work-group: right while no other group accesses the place.
#define IN_GROUP memory_order_relaxed, memory_scope_work_group

// A counter for each group.
kernel void count_of_group(global const uint *x, volatile global atomic_uint *counts)
{
    atomic_fetch_add_explicit(&counts[get_group_id(0)], x[get_global_id(0)], IN_GROUP);
}

// One counter for all groups.
kernel void count_of_all(global const uint *x, volatile global atomic_uint *counts)
{
    atomic_fetch_add_explicit(counts, x[get_global_id(0)], IN_GROUP);
}

kernel void count_of_device(global const uint *x, volatile global atomic_uint *counts)
{
    atomic_fetch_add_explicit(counts, x[get_global_id(0)], memory_order_relaxed,
        memory_scope_device);
}

// The first group has too narrow a scope.
kernel void one_of_each(global const uint *x, volatile global atomic_uint *counts)
{
    if (get_group_id(0) == 0)
        atomic_fetch_add_explicit(counts, x[get_global_id(0)], IN_GROUP);
    else
        atomic_fetch_add_explicit(counts, x[get_global_id(0)], memory_order_relaxed,
            memory_scope_device);
}

// The second group reads the counter of the first.
kernel void read_elsewhere(global const uint *x, volatile global atomic_uint *counts)
{
    atomic_fetch_add_explicit(&counts[get_group_id(0)], x[get_global_id(0)], IN_GROUP);
    if (get_global_id(0) == 7)
        atomic_store(&counts[3], atomic_load_explicit(&counts[0], IN_GROUP));
}

// A plain write of the group's own counter is a race as well.
kernel void plain_in_group(global const uint *x, volatile global atomic_uint *counts)
{
    if (get_local_id(0) == 1)
        ((volatile global uint *)counts)[get_group_id(0)] = 5;
    else
        atomic_fetch_add_explicit(&counts[get_group_id(0)], x[get_global_id(0)], IN_GROUP);
}

static void add(volatile atomic_uint *sum, uint x)
{
    atomic_fetch_add_explicit(sum, x, IN_GROUP);
}

// One function for local memory and for that of all groups.
kernel void generic_counts(global const uint *x, volatile global atomic_uint *counts)
{
    local atomic_uint sum;
    if (get_local_id(0) == 0) atomic_init(&sum, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    add(&sum, x[get_global_id(0)]);
    add(&counts[get_group_id(0)], 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) add(&counts[get_group_id(0)], atomic_load(&sum));
}

kernel void generic_total(global const uint *x, volatile global atomic_uint *counts)
{
    add(counts, x[get_global_id(0)]);
}
