// The scopes of atomic functions (3.3.1, 6.15.12.2). Two accesses are atomic to each other
// only if the scope of each includes both items; otherwise they race. Local memory belongs
// to one group. Accesses in global memory whose scope is a group are announced, and to other
// groups they are plain ones. What a sub-group has for itself is not modelled.

#pragma once

void simdiff_unsupported(__constant const char *function, __constant const char *what)
    __asm("simdiff_unsupported");
int simdiff_is_local(const volatile __generic void *p) __asm("simdiff.is_local");
// The next atomic access, to `size` bytes, is atomic within the group only.
void simdiff_within_group(const volatile __generic void *p, ulong size, int writes)
    __asm("simdiff.within_group");

#define LOCAL___local(p) true
#define LOCAL___global(p) false
#define LOCAL___generic(p) (simdiff_is_local(p) != 0)

#define REACHES(SPACE, p, scope, writes)                                                \
    if (scope == memory_scope_work_group) {                                             \
        if (!LOCAL_##SPACE(p)) simdiff_within_group(p, sizeof(*p), writes);             \
    } else if (scope != memory_scope_device && scope != memory_scope_all_svm_devices)   \
        simdiff_unsupported("an atomic function", "a scope that does not hold all items")
