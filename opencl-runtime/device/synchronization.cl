// Synchronization functions and fences (6.15.8, 6.15.12.4), which call primitives that the
// executor carries out.

#include "device.h"

void simdiff_barrier(uint flags, uint scope) __asm("simdiff.barrier") __attribute__((convergent));
void simdiff_fence(uint flags, uint order, uint scope) __asm("simdiff.fence");

void simdiff_unsupported(__constant const char *function, __constant const char *what)
    __asm("simdiff_unsupported");

// Images are in global memory here: a fence for images alone would fence buffers too.
static __attribute__((noinline)) void check_fence(cl_mem_fence_flags flags) {
    if ((flags & CLK_IMAGE_MEM_FENCE) && !(flags & CLK_GLOBAL_MEM_FENCE))
        simdiff_unsupported("a fence", "CLK_IMAGE_MEM_FENCE without CLK_GLOBAL_MEM_FENCE");
}

OVERLOADED void barrier(cl_mem_fence_flags flags) {
    check_fence(flags);
    simdiff_barrier(flags, memory_scope_work_group);
}
OVERLOADED void work_group_barrier(cl_mem_fence_flags flags) {
    check_fence(flags);
    simdiff_barrier(flags, memory_scope_work_group);
}
OVERLOADED void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
    check_fence(flags);
    // Within the scope of one work-item nothing becomes visible to others.
    if (scope == memory_scope_work_item) flags = 0;
    if (scope == memory_scope_sub_group && flags)
        simdiff_unsupported("work_group_barrier", "a memory scope of sub-groups");
    simdiff_barrier(flags, scope);
}
OVERLOADED void mem_fence(cl_mem_fence_flags flags) {
    check_fence(flags);
    simdiff_fence(flags, memory_order_acq_rel, memory_scope_work_group);
}
OVERLOADED void read_mem_fence(cl_mem_fence_flags flags) {
    check_fence(flags);
    simdiff_fence(flags, memory_order_acquire, memory_scope_work_group);
}
OVERLOADED void write_mem_fence(cl_mem_fence_flags flags) {
    check_fence(flags);
    simdiff_fence(flags, memory_order_release, memory_scope_work_group);
}
OVERLOADED void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order,
    memory_scope scope) {
    check_fence(flags);
    simdiff_fence(flags, order, scope);
}
