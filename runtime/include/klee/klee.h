/* The harness interface of simdiff, source compatible with KLEE's klee/klee.h.
 *
 * Every function below is a primitive of the executor: it has no definition
 * to link against, and a harness that calls one is run by `simdiff run`.
 */
#ifndef SIMDIFF_KLEE_KLEE_H
#define SIMDIFF_KLEE_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the object that starts at `addr`, all of its `nbytes` bytes, a fresh unconstrained
 * input called `name`. Other sizes are errors. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);

/* A fresh int in [begin, end). */
int klee_range(int begin, int end, const char *name);

/* A fresh unconstrained int. */
int klee_int(const char *name);

/* A fresh number in [0, n). */
uintptr_t klee_choose(uintptr_t n);

/* Ends the path silently unless `condition` holds (is not zero). */
void klee_assume(uintptr_t condition);

/* Whether `n` depends on an input. */
unsigned klee_is_symbolic(uintptr_t n);

/* Whether the run replays a witness natively: zero in the executor. */
unsigned klee_is_replay(void);

/* Some value that `expr` can take on this path, to go on with a concrete one; the
 * path is not restricted to it. */
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);

/* The size in bytes of the object that `ptr` points into. */
size_t klee_get_obj_size(void *ptr);

/* The value of errno. */
int klee_get_errno(void);

/* An error unless `size` bytes at `address` may be accessed. */
void klee_check_memory_access(const void *address, size_t size);

/* An object of `nbytes` bytes at a place of the program's choice. */
void klee_define_fixed_object(void *addr, size_t nbytes);

/* From here on, calls of the function of one name are calls of another. */
void klee_alias_function(const char *name, const char *other);

/* Wishes about test cases, paths and their order, not constraints: without effect
 * here, where every path is explored, forking or not. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);
void klee_mark_global(void *object);
void klee_set_forking(unsigned enable);
void klee_merge(void);
void klee_open_merge(void);
void klee_close_merge(void);

/* Messages and dumps, which are not printed. */
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_dump_constraints(void);
void klee_stack_trace(void);
void klee_warning(const char *message);
void klee_warning_once(const char *message);

/* Ends the path with success. */
void klee_silent_exit(int status) __attribute__((noreturn));

/* Ends the path with an error. */
void klee_abort(void) __attribute__((noreturn));
void klee_report_error(const char *file, int line, const char *message, const char *suffix)
    __attribute__((noreturn));
void klee_assert_fail(const char *expr, const char *file, unsigned line, const char *function)
    __attribute__((noreturn));

/* How many SIMD operations (vector instructions other than moves, loads and stores) have run.
 * KLEE-CL's harnesses set it to zero, call a version, and check that it counted some. A module
 * that names it is instrumented, for the executor and for native replay alike. */
extern unsigned klee_sse_count;

/* Fails the path, as assert does, but whether or not NDEBUG is defined. */
#define klee_assert(condition)                                                                     \
  ((condition) ? (void)0                                                                           \
               : klee_assert_fail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__))

#ifdef __cplusplus
}
#endif

#endif
