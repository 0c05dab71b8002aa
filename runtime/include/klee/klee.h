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

/* Makes the `nbytes` bytes at `addr`, the start of a live object of that size, a fresh
 * unconstrained input called `name`. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);

/* A fresh int in [begin, end). */
int klee_range(int begin, int end, const char *name);

/* A fresh unconstrained int. */
int klee_int(const char *name);

/* Ends the path silently unless `condition` holds (is not zero). */
void klee_assume(uintptr_t condition);

/* Whether `n` depends on an input. */
unsigned klee_is_symbolic(uintptr_t n);

/* Whether the run replays a witness natively: zero in the executor. */
unsigned klee_is_replay(void);

/* Some value that `expr` can take on this path. */
long long klee_get_valuell(long long expr);
int klee_get_value_i32(int32_t expr);
long long klee_get_value_i64(int64_t expr);

/* A wish about witnesses, not a constraint; an executor may ignore it. */
void klee_prefer_cex(void *object, uintptr_t condition);

/* Prints the term that the second argument stands for. */
void klee_print_expr(const char *message, ...);

/* Prints the conditions of this path. */
void klee_dump_constraints(void);

/* Prints a warning, every time or only the first. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);

/* Ends the path with success. */
void klee_silent_exit(int status) __attribute__((noreturn));

/* Ends the path with an error. */
void klee_abort(void) __attribute__((noreturn));
void klee_report_error(const char *file, int line, const char *message, const char *suffix)
    __attribute__((noreturn));

/* How many SIMD operations (vector instructions other than moves, loads and stores) have run.
 * KLEE-CL's harnesses set it to zero, call a version, and check that it counted some. A module
 * that names it is instrumented, for the executor and for native replay alike. */
extern unsigned klee_sse_count;

/* Fails the path, as assert does, but whether or not NDEBUG is defined. */
#define klee_assert(condition)                                                                     \
  ((condition) ? (void)0                                                                           \
               : klee_report_error(__FILE__, __LINE__, "assertion failed: " #condition,            \
                                   "assert.err"))

#ifdef __cplusplus
}
#endif

#endif
