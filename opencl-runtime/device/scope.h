// The scopes of atomic functions (3.3.1, 6.15.12.2). Two accesses are atomic to each other
// only if the scope of each includes both items; otherwise they race. Local memory belongs
// to one group. Which groups access an object in global memory is not analysed, so a scope
// that is narrower than the launch is not modelled there.

#pragma once

void simdiff_unsupported(__constant const char *function, __constant const char *what)
    __asm("simdiff_unsupported");
int simdiff_is_local(const volatile __generic void *p) __asm("simdiff.is_local");

static inline bool simdiff_is_one_group(void) {
    return get_num_groups(0) * get_num_groups(1) * get_num_groups(2) == 1;
}

#define LOCAL___local(p) true
#define LOCAL___global(p) false
#define LOCAL___generic(p) (simdiff_is_local(p) != 0)

#define REACHES(SPACE, p, scope)                                                        \
    if (scope != memory_scope_device && scope != memory_scope_all_svm_devices &&        \
        (scope != memory_scope_work_group ||                                            \
            !(simdiff_is_one_group() || LOCAL_##SPACE(p))))                             \
    simdiff_unsupported("an atomic function", "a scope that does not hold all items")
