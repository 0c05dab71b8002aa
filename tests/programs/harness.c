/* The functions of klee.h. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "klee/klee.h"

static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }

int main(void) {
    int x, table[4];
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(table, sizeof table, "table");
    klee_prefer_cex(&x, x == 0);
    klee_posix_prefer_cex(&x, x == 0);
    klee_set_forking(1);
    klee_mark_global(&x);
    klee_open_merge();
    int y = x < 0 ? 1 : 2;
    klee_close_merge();
    klee_print_expr("y", y);
    klee_print_range("y", y);
    klee_stack_trace();
    klee_warning("w");
    klee_warning_once("w");
    assert(y == 1 || y == 2);

    int some = klee_get_value_i32(table[0]);
    assert(!klee_is_symbolic(some));
    assert(!klee_is_symbolic((uintptr_t)klee_get_value_i64((int64_t)table[1])));
    assert(!klee_is_symbolic((uintptr_t)klee_get_valuel(table[1])));
    assert(!klee_is_symbolic((uintptr_t)klee_get_valuell(table[1])));
    assert(klee_get_valuef(1.5f) == 1.5f && klee_get_valued(2.5) == 2.5);

    uintptr_t choice = klee_choose(3);
    assert(choice < 3);
    klee_assume(table[2] > 10);
    assert(klee_get_value_i32(table[2]) > 10);
    assert(klee_get_obj_size(table) == sizeof table && klee_get_obj_size(table + 2) == sizeof table);
    klee_check_memory_access(table, sizeof table);

    int *fixed = (int *)0x123450;
    klee_define_fixed_object(fixed, 8);
    fixed[1] = x;
    assert(fixed[1] == x);

    assert(strtol("99999999999999999999", 0, 10) > 0 && klee_get_errno() == ERANGE);
    assert(one(1) == 2);
    klee_alias_function("one", "two");
    assert(one(1) == 3 && two(1) == 3);
    klee_alias_function("one", "one");
    assert(one(1) == 2);
    klee_assert(!klee_is_replay());
    if (x == 7) klee_silent_exit(0);
    assert(x != 7);
}
