// The allocations of shared virtual memory (5.6), and what kernels are given of them.

#include "host.h"

struct simdiff_shared *simdiff_allocations;

cl_mem simdiff_shared(const void *pointer) {
    const char *at = pointer;
    for (struct simdiff_shared *one = simdiff_allocations; one; one = one->next)
        if (at >= one->memory->data && at < one->memory->data + one->memory->size)
            return one->memory;
    return NULL;
}

void simdiff_withhold(struct simdiff_command *command) {
    for (struct simdiff_shared *one = simdiff_allocations; one; one = one->next) {
        int is_given = 0;
        for (size_t i = 0; i < command->use_count; i++)
            is_given |= simdiff_shared(command->uses[i].data) == one->memory;
        if (!is_given)
            simdiff_given(command->number, one->memory->data, one->memory->size, SIMDIFF_UNNAMED);
    }
}
