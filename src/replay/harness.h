/* The functions that a harness calls, answered from the objects of a case: the primitives
 * of klee/klee.h, and the end of a failed assert. All are weak, so that a program can
 * define its own. Included by driver.c only.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define WEAK __attribute__((weak))
#define FINAL __attribute__((weak, noreturn))

/* How a harness ended other than by returning. */
enum ending { NO_ENDING, FAILED, UNMET, DIVERGED };

/* What the child reports before it ends. */
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

#if defined(__has_feature) && __has_feature(address_sanitizer)
int __asan_address_is_poisoned(const volatile void *at);

void __asan_poison_memory_region(const volatile void *at, size_t length);
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);

/* The sanitizer allocates one byte for a block of no bytes. */
static void *empty(void *block) {
    if (block) __asan_poison_memory_region(block, 1);
    return block;
}
void *__wrap_malloc(size_t size) {
    return size ? __real_malloc(size) : empty(__real_malloc(0));
}
void *__wrap_calloc(size_t count, size_t size) {
    return count && size ? __real_calloc(count, size) : empty(__real_calloc(count, size));
}

/* Requires a whole object: the sanitizer knows where objects begin and end. */
static void is_object(const char *at, size_t length) {
    if (!__asan_address_is_poisoned(at - 1) || !__asan_address_is_poisoned(at + length)) {
        fputs("SUMMARY: AddressSanitizer: partly-symbolic\n", stderr);
        _exit(1);
    }
}
#else
static void is_object(const char *at, size_t length) { (void)at, (void)length; }
#endif

/* Fills `length` bytes from the next object, which has to be that long. */
WEAK void klee_make_symbolic(void *at, size_t length, const char *name) {
    is_object(at, length);
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

WEAK uintptr_t klee_choose(uintptr_t n) {
    uintptr_t value;
    klee_make_symbolic(&value, sizeof value, "klee_choose");
    if (value >= n) finish(UNMET, 0, "klee_choose");
    return value;
}

WEAK void klee_assume(uintptr_t condition) {
    if (!condition) finish(UNMET, 0, "klee_assume");
}

WEAK unsigned klee_is_symbolic(uintptr_t n) { (void)n; return 0; }
WEAK unsigned klee_is_replay(void) { return 1; }
WEAK float klee_get_valuef(float value) { return value; }
WEAK double klee_get_valued(double value) { return value; }
WEAK long klee_get_valuel(long value) { return value; }
WEAK long long klee_get_valuell(long long value) { return value; }
WEAK int klee_get_value_i32(int32_t value) { return value; }
WEAK long long klee_get_value_i64(int64_t value) { return value; }
WEAK void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK int klee_get_errno(void) { return errno; }
WEAK void klee_check_memory_access(const void *address, size_t size) {
    for (size_t i = 0; i < size; ++i) (void)*((const volatile char *)address + i);
}
WEAK void klee_define_fixed_object(void *address, size_t size) {
    uintptr_t page = (uintptr_t)address & ~(uintptr_t)4095;
    size_t length = (uintptr_t)address + size - page;
    mmap((void *)page, length, PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
}
WEAK void klee_posix_prefer_cex(void *object, uintptr_t condition) {
    (void)object, (void)condition;
}
WEAK void klee_mark_global(void *object) { (void)object; }
WEAK void klee_set_forking(unsigned enable) { (void)enable; }
WEAK void klee_merge(void) {}
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK void klee_stack_trace(void) {}
WEAK void klee_print_range(const char *name, int value) { (void)name, (void)value; }
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

FINAL void klee_assert_fail(const char *text, const char *file, unsigned line,
                            const char *function) {
    (void)file, (void)function;
    finish(FAILED, (int)line, text);
}

FINAL void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    (void)file, (void)function;
    finish(FAILED, (int)line, text);
}

/* std::__glibcxx_assert_fail: an assertion of libstdc++ (-D_GLIBCXX_ASSERTIONS). */
FINAL void _ZSt21__glibcxx_assert_failPKciS0_S0_(const char *file, int line, const char *function,
                                                 const char *text) {
    (void)file, (void)function;
    finish(FAILED, line, text);
}
