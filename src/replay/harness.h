/* What a harness calls, answered from the objects of a case: the primitives of
 * klee/klee.h, and the end of a failed assert. All are weak, so that a program
 * that brings its own keeps them. Included by driver.c only.
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define WEAK __attribute__((weak))
#define FINAL __attribute__((weak, noreturn))

/* How a harness ended other than by returning. */
enum ending { NO_ENDING, FAILED, UNMET, DIVERGED };

/* What the child tells before it dies. */
struct report {
    volatile int returned;
    volatile int signal;
    volatile int access;
    volatile uint64_t address;
    volatile int ending;
    volatile int line;
    char text[1024];
};

/* The bytes of one symbolic object. */
struct object {
    uint64_t length;
    uint8_t *data;
};

static struct report *report;
static struct object *objects;
static uint32_t object_count;
static uint32_t next_object;

static void finish(enum ending ending, int line, const char *text) __attribute__((noreturn));

static void finish(enum ending ending, int line, const char *text) {
    report->ending = ending;
    report->line = line;
    snprintf(report->text, sizeof report->text, "%s", text);
    _exit(0);
}

/* A function that could not be linked was called. */
void simdiff_missing(const char *name) { finish(DIVERGED, 0, name); }

/* Fills `length` bytes from the next object, which has to be that long. */
WEAK void klee_make_symbolic(void *at, size_t length, const char *name) {
    if (next_object == object_count || objects[next_object].length != length)
        finish(DIVERGED, 0, name);
    memcpy(at, objects[next_object++].data, length);
}

WEAK int klee_int(const char *name) {
    int value;
    klee_make_symbolic(&value, sizeof value, name);
    return value;
}

WEAK int klee_range(int begin, int end, const char *name) {
    int value = klee_int(name);
    if (value < begin || value >= end) finish(UNMET, 0, name);
    return value;
}

WEAK void klee_assume(uintptr_t condition) {
    if (!condition) finish(UNMET, 0, "klee_assume");
}

WEAK unsigned klee_is_symbolic(uintptr_t n) { (void)n; return 0; }
WEAK unsigned klee_is_replay(void) { return 1; }
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int klee_get_value_i32(int32_t value) { return value; }
WEAK long long klee_get_value_i64(int64_t value) { return value; }
WEAK void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WEAK void klee_dump_constraints(void) {}
WEAK void klee_warning(const char *message) { (void)message; }
WEAK void klee_warning_once(const char *message) { (void)message; }

FINAL void klee_silent_exit(int status) { _exit(status); }
FINAL void klee_abort(void) { finish(FAILED, 0, "klee_abort"); }

FINAL void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
    (void)file, (void)suffix;
    finish(FAILED, line, message);
}

FINAL void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    (void)file, (void)function;
    finish(FAILED, (int)line, text);
}
