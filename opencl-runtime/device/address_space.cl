// Address space qualifier functions (6.15.13.2): clang compiles to_global, to_local and
// to_private to primitives.

#include "device.h"

void simdiff_unsupported(__constant const char *function, __constant const char *what)
    __asm("simdiff_unsupported");

// No fence is for private memory, so that none is valid for a pointer to it.
static cl_mem_fence_flags fence_of(const __generic void *p) {
    if (to_private(p) != 0) simdiff_unsupported("get_fence", "a pointer to private memory");
    return to_local(p) != 0 ? CLK_LOCAL_MEM_FENCE : CLK_GLOBAL_MEM_FENCE;
}

OVERLOADED cl_mem_fence_flags get_fence(const void *p) { return fence_of(p); }
OVERLOADED cl_mem_fence_flags get_fence(void *p) { return fence_of(p); }
