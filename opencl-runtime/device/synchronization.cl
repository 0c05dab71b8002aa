// Synchronization functions and fences (6.15.8, 6.15.12.4): primitives of whoever runs
// the work-items.

#include "device.h"

void simdiff_barrier(uint flags, uint scope) __asm("simdiff.barrier") __attribute__((convergent));
void simdiff_fence(uint flags, uint order, uint scope) __asm("simdiff.fence");

OVERLOADED void barrier(cl_mem_fence_flags flags) {
    simdiff_barrier(flags, memory_scope_work_group);
}
OVERLOADED void work_group_barrier(cl_mem_fence_flags flags) {
    simdiff_barrier(flags, memory_scope_work_group);
}
OVERLOADED void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
    simdiff_barrier(flags, scope);
}
OVERLOADED void mem_fence(cl_mem_fence_flags flags) {
    simdiff_fence(flags, memory_order_acq_rel, memory_scope_work_group);
}
OVERLOADED void read_mem_fence(cl_mem_fence_flags flags) {
    simdiff_fence(flags, memory_order_acquire, memory_scope_work_group);
}
OVERLOADED void write_mem_fence(cl_mem_fence_flags flags) {
    simdiff_fence(flags, memory_order_release, memory_scope_work_group);
}
OVERLOADED void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order,
    memory_scope scope) {
    simdiff_fence(flags, order, scope);
}
