/* Calls simdiff_call on the cases read from standard input.
 *
 * Every case runs in a child process of its own, so that a crash, an endless loop or a
 * changed global affects no other case. Every buffer lies between two guard pages; under a
 * sanitizer it is a heap block of its own, and the sanitizer's report goes to standard
 * error. All numbers are little-endian, as on the machines this builds for.
 *
 * Request, until end of file:
 *     u32 arguments, u8 placement, u32 milliseconds, i32 probed argument (-1 for the
 *     result), u64 offset and u64 length of the probe, u8 whether these bytes are
 *     undefined before the call, u8 whether builtins whose results OpenCL C leaves open
 *     have a value (see open.h), then for each argument
 *     u8 kind and   SCALAR: u64 length, bytes
 *                   BUFFER, READ_ONLY: u64 modulus and residue of its start's
 *                     address, u32 rank by address, u64 length, bytes, u64 offset
 *                     that the argument points to, u64 length, bytes of the header
 *                     of an image, which the argument points to instead (none: 0)
 *                   GLOBAL: u32 number of the variable, u64 length, bytes, then
 *                     u64 length, bytes: 1 for those to set, plus 2 for those at
 *                     which a pointer starts
 *                   ALIAS: u32 index of an earlier BUFFER or READ_ONLY
 *                   STRINGS: u32 count, then u64 length, bytes of each
 *     u32 objects, then u64 length, bytes of each: see harness.h
 *     for a kernel (LAUNCH), see launch.h; for a host (HOST), see host.h
 * Response to each:
 *     u8 status and RETURNED:  the result's bytes, then each BUFFER's,
 *                              READ_ONLY's and GLOBAL's bytes
 *                   CRASHED:   i32 signal, u8 access, u64 address,
 *                              i32 argument (-1 where none is near), i64 offset
 *                   CORRUPTED: i32 argument, i64 offset
 *                   TIMED_OUT: nothing
 *                   EXITED:    i32 code
 *                   ENDED:     u8 ending, i32 line, u32 length, text
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>

#ifdef __linux__
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "harness.h"

#ifndef SANITIZED
#define SANITIZED 0
#endif

/* Functions of the sanitizers; null without them. */
extern void __msan_check_mem_is_initialized(const volatile void *, size_t) __attribute__((weak));
extern void __msan_poison(const volatile void *, size_t) __attribute__((weak));
extern void __lsan_do_leak_check(void) __attribute__((weak));
extern void __asan_poison_memory_region(const volatile void *, size_t) __attribute__((weak));
extern void __asan_unpoison_memory_region(const volatile void *, size_t) __attribute__((weak));

extern void simdiff_call(void **arguments, void *result);
/* Runs the setup, then writes the addresses of the variables. */
extern void simdiff_prepare(void **variables);
extern const uint64_t simdiff_variables;
extern const uint64_t simdiff_result_size;

/* Whether the result is a pointer. */
extern const uint64_t simdiff_result_is_address;

/* The program's constants to which a returned pointer may lead. */
extern const uint8_t *const simdiff_constants[];
extern const uint64_t simdiff_constant_sizes[];
extern const uint64_t simdiff_constant_count;

enum kind { SCALAR, BUFFER, READ_ONLY, ALIAS, STRINGS, GLOBAL };
enum placement { ALIGNED, FLUSH_END, FLUSH_START };
enum status { RETURNED, CRASHED, CORRUPTED, TIMED_OUT, EXITED, ENDED };
enum access { UNKNOWN, READ, WRITE, MISALIGNED };

enum { ALIGNMENT = 64, TROUBLE = 2 };
static const rlim_t MEMORY_LIMIT = (rlim_t)8 << 30;

struct argument {
    uint8_t kind;
    uint8_t canary;     /* fills the slack around a buffer */
    uint32_t alias;     /* an earlier argument, or a variable's number */
    uint8_t *mask;      /* the bytes of a variable to set, and its pointers */
    uint64_t length;
    uint8_t *data;      /* the argument's bytes, or the start of the buffer */
    uint8_t *pointer;   /* the pointer that is passed, unless a scalar is */
    uint8_t *header;    /* the header of an image, which is passed; what a variable held */
    uint8_t *mapping;   /* guard page, pages, guard page; NULL but for buffers and variables */
    size_t pages;       /* bytes between the guard pages */
};

/* Bytes that must be initialised after the call. */
struct probe {
    int32_t argument;
    uint64_t offset;
    uint64_t length;
    uint8_t fresh;      /* whether they are undefined before the call */
};

static size_t page;
/* Whether builtins whose results OpenCL C leaves open have a value in this request. */
static uint8_t open_builtins;

static void die(const char *what) {
    perror(what);
    exit(TROUBLE);
}

static void get(void *to, size_t length) {
    if (fread(to, 1, length, stdin) != length) die("request cut short");
}

static uint32_t get_u32(void) {
    uint32_t value;
    get(&value, sizeof value);
    return value;
}

/* Reads a length and as many bytes, and adds a zero. */
static uint8_t *get_bytes(uint64_t *length) {
    get(length, sizeof *length);
    uint8_t *data = aligned_alloc(ALIGNMENT, (*length / ALIGNMENT + 1) * ALIGNMENT);
    if (data == NULL) die("aligned_alloc");
    get(data, *length);
    data[*length] = 0;
    return data;
}

static void put(const void *from, size_t length) {
    if (length != 0 && fwrite(from, 1, length, stdout) != length) die("response");
}

static void put_status(uint8_t status) { put(&status, 1); }

static void *map_near(void *wanted, size_t length, int protection) {
    void *at = mmap(wanted, length, protection, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) die("mmap");
    return at;
}

static void *map(size_t length, int protection) { return map_near(NULL, length, protection); }

/* The address wanted for the buffer of a rank; the system need not grant it. */
static void *wanted(uint32_t rank) {
    const uint64_t base = (uint64_t)1 << 44, distance = (uint64_t)1 << 32, most = 1 << 12;
    if (rank >= most) return NULL;
    return (void *)(base + rank * distance);
}

/* The residue of a start address. */
struct start {
    uint64_t modulus;
    uint64_t residue;
};

static void place(struct argument *a, uint32_t index, uint32_t rank, enum placement placement,
                  struct start start) {
    if (SANITIZED) {
        /* The bytes before the start are poisoned, in whole words. */
        void *block;
        int poisons = __asan_poison_memory_region != NULL;
        uint64_t before = poisons ? start.residue & ~(uint64_t)7 : start.residue;
        if (posix_memalign(&block, start.modulus, before + a->length) != 0) die("posix_memalign");
        a->mapping = block;
        a->data = a->mapping + before;
        if (poisons) __asan_poison_memory_region(block, before);
        return;
    }
    /* A different one for each buffer, so that copying slack to slack is detected. */
    a->canary = (uint8_t)(0xA5 + index);
    a->pages = ((a->length + start.modulus) / page + 1) * page;
    a->mapping = map_near(wanted(rank), a->pages + 2 * page, PROT_NONE);
    uint8_t *first = a->mapping + page;
    if (mprotect(first, a->pages, PROT_READ | PROT_WRITE) != 0) die("mprotect");
    memset(first, a->canary, a->pages);
    a->data = placement == FLUSH_START ? first : first + (a->pages - a->length);
    if (placement == ALIGNED)
        a->data -= ((uint64_t)a->data - start.residue) & (start.modulus - 1);
}

/* An array like argv: pointers to strings, and NULL. It is not the start of a block, so that
   freeing it is an error. */
static uint8_t *read_strings(void) {
    uint32_t count = get_u32();
    char **strings = calloc((size_t)count + 2, sizeof *strings);
    uint64_t length;
    if (strings++ == NULL) die("calloc");
    for (uint32_t i = 0; i < count; ++i) strings[i] = (char *)get_bytes(&length);
    return (uint8_t *)strings;
}

static void read_argument(struct argument *all, uint32_t i, enum placement placement) {
    struct argument *a = &all[i];
    uint64_t origin, length;
    struct start start;
    memset(a, 0, sizeof *a);
    get(&a->kind, 1);
    switch (a->kind) {
    case ALIAS:
        a->alias = get_u32();
        if (a->alias >= i || all[a->alias].mapping == NULL) die("alias of no buffer");
        a->pointer = all[a->alias].pointer;
        break;
    case STRINGS:
        a->data = read_strings();
        a->pointer = a->data;
        break;
    case SCALAR:
        a->data = get_bytes(&a->length);
        break;
    case BUFFER:
    case READ_ONLY:
        get(&start, sizeof start);
        uint32_t rank = get_u32();
        get(&a->length, 8);
        place(a, i, rank, placement, start);
        get(a->data, a->length);
        get(&origin, 8);
        if (origin > a->length) die("pointer outside its buffer");
        a->pointer = a->data + origin;
        a->header = get_bytes(&length);
        if (length >= sizeof a->pointer) {
            memcpy(a->header, &a->pointer, sizeof a->pointer);
            a->pointer = a->header;
        }
        break;
    case GLOBAL:
        a->alias = get_u32();
        if (a->alias >= simdiff_variables) die("unknown variable");
        get(&a->length, 8);
        a->pages = (a->length / page + 1) * page;
        a->mapping = map(a->pages + 2 * page, PROT_READ | PROT_WRITE);
        a->data = a->mapping + page;
        get(a->data, a->length);
        a->mask = get_bytes(&a->length);
        a->header = malloc(a->length + 1);
        if (a->header == NULL) die("malloc");
        memcpy(a->header, a->data, a->length);
        break;
    default:
        die("unknown argument kind");
    }
}

static void read_objects(void) {
    object_count = get_u32();
    next_object = 0;
    objects = calloc((size_t)object_count + 1, sizeof *objects);
    if (objects == NULL) die("calloc");
    for (uint32_t i = 0; i < object_count; ++i) objects[i].data = get_bytes(&objects[i].length);
}

static void release(struct argument *all, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        struct argument *a = &all[i];
        free(a->mask);
        free(a->header);
        if (SANITIZED && a->kind != GLOBAL) {
            if (a->mapping != NULL && __asan_unpoison_memory_region != NULL)
                __asan_unpoison_memory_region(a->mapping, (size_t)(a->data - a->mapping));
            free(a->mapping);
        } else if (a->mapping != NULL) munmap(a->mapping, a->pages + 2 * page);
        if (a->kind == SCALAR) free(a->data);
        if (a->kind == STRINGS) {
            for (char **string = (char **)a->data; *string != NULL; ++string) free(*string);
            free((char **)a->data - 1);
        }
    }
    free(all);
    for (uint32_t i = 0; i < object_count; ++i) free(objects[i].data);
    free(objects);
}

/* The offset of the first byte around the buffer that changed, or 0 with
 * *found unset. */
static int64_t stray_write(const struct argument *a, int *found) {
    *found = 0;
    if (SANITIZED || a->kind == GLOBAL) return 0;
    const uint8_t *first = a->mapping + page, *last = first + a->pages;
    *found = 1;
    for (const uint8_t *p = first; p < last; ++p) {
        if (p == a->data) {
            p += a->length;
            if (p == last) break;
        }
        if (*p != a->canary) return p - a->data;
    }
    *found = 0;
    return 0;
}

static void on_fault(int signal, siginfo_t *info, void *context) {
    report->signal = signal;
    report->address = (uint64_t)info->si_addr;
    report->access = UNKNOWN;
    if (info->si_code == SI_KERNEL) {
        report->access = MISALIGNED;
    } else {
#ifdef __x86_64__
        const ucontext_t *u = context;
        report->access = (u->uc_mcontext.gregs[REG_ERR] & 2) ? WRITE : READ;
#else
        (void)context;
#endif
    }
    _exit(0);
}

static void check(const struct argument *all, struct probe probe, const uint8_t *result) {
    const uint8_t *at = probe.argument < 0 ? result : all[probe.argument].data;
    if (__msan_check_mem_is_initialized != NULL && probe.length != 0)
        __msan_check_mem_is_initialized(at + probe.offset, probe.length);
    if (__lsan_do_leak_check != NULL) __lsan_do_leak_check();
}

#ifdef MOVED
/* The heap of a program whose blocks lie MOVED bytes after a multiple of 64 (`moved.rs`). They are
   not released. Before a block lie a mark and its length. */
struct block {
    uint64_t mark;
    size_t length;
};
static const uint64_t block_mark = 0x51d1ff0b10c4;

void *simdiff_moved_malloc(size_t length) {
    void *start;
    if (length > SIZE_MAX - 64 || posix_memalign(&start, 64, MOVED + length) != 0) return NULL;
    struct block *block = (struct block *)((uint8_t *)start + MOVED) - 1;
    *block = (struct block){block_mark, length};
    return block + 1;
}

void *simdiff_moved_calloc(size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size) return NULL;
    void *block = simdiff_moved_malloc(count * size);
    return block == NULL ? NULL : memset(block, 0, count * size);
}

void *simdiff_moved_realloc(void *old, size_t length) {
    const struct block *block = (const struct block *)old - 1;
    if (old != NULL && block->mark != block_mark) return realloc(old, length);
    void *made = simdiff_moved_malloc(length);
    if (old == NULL || made == NULL) return made;
    return memcpy(made, old, block->length < length ? block->length : length);
}

void simdiff_moved_free(void *block) { (void)block; }
#endif

#ifdef LAUNCH
#include "launch.h"
#endif
#ifdef HOST
#include "launch.h"
#include "host.h"
#endif

/* Prevents the start of processes, threads and other programs from now on. Without seccomp,
 * only the limits under which this program was started hold. */
static void start_nothing(void) {
#if defined(__linux__) && defined(__x86_64__)
#define REFUSE(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), \
                     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        REFUSE(SYS_clone), REFUSE(SYS_fork), REFUSE(SYS_vfork), REFUSE(435 /* clone3 */),
        REFUSE(SYS_execve), REFUSE(322 /* execveat */),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof rules / sizeof *rules, rules};
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
#endif
}

/* The bits of a variable's mask. */
enum mask { SET = 1, POINTER = 2 };

/* A pointer as a comparable number: 0 for null, all ones outside of all buffers; else the
 * number of the argument that has the buffer, from 1, in the upper 16 bits, and the distance
 * from its start. */
static uint64_t address_of(const struct argument *all, uint32_t count, const uint8_t *pointer) {
    if (pointer == NULL) return 0;
    for (uint32_t i = 0; i < count; ++i) {
        if (all[i].mapping == NULL || all[i].kind == GLOBAL) continue;
        uint64_t offset = (uint64_t)pointer - (uint64_t)all[i].data;
        if (offset <= all[i].length) return ((uint64_t)(i + 1) << 48) + offset;
    }
    return UINT64_MAX;
}

/* address_of(), for a pointer that may point to a variable too: its number, from 0x8001. The
 * end of an object can be the start of another, which is then meant. */
static uint64_t target(const struct argument *all, uint32_t count, uint8_t *const *variables,
                       const uint8_t *pointer) {
    uint64_t found = address_of(all, count, pointer);
    for (uint32_t i = 0; pointer != NULL && i < count; ++i) {
        if (all[i].kind != GLOBAL || variables[all[i].alias] == NULL) continue;
        uint64_t offset = (uint64_t)pointer - (uint64_t)variables[all[i].alias];
        uint64_t encoded = ((uint64_t)(all[i].alias + 0x8001) << 48) + offset;
        if (offset < all[i].length) return encoded;
        if (offset == all[i].length) found = encoded;
    }
    return found;
}

/* What a pointer into a constant leads to, as a number below 2^48 and not 0: a hash of the bytes
 * up to the first that is zero. All ones for another pointer. */
static uint64_t text_at(const uint8_t *pointer) {
    for (uint64_t i = 0; i < simdiff_constant_count; ++i) {
        uint64_t offset = (uint64_t)pointer - (uint64_t)simdiff_constants[i];
        if (offset >= simdiff_constant_sizes[i]) continue;
        uint64_t hash = 0xcbf29ce484222325;
        for (; offset < simdiff_constant_sizes[i] && *pointer; ++offset, ++pointer)
            hash = (hash ^ *pointer) * 0x100000001b3;
        return hash >> 16 | 1;
    }
    return UINT64_MAX;
}

/* Replaces the pointers in the contents of variables, and a pointer that is the result, by
 * their targets. One that lies near the number that the case put there is left as it is. */
static void find_targets(const struct argument *all, uint32_t count, uint8_t *const *variables,
                         void *result) {
    const uint64_t near = (uint64_t)1 << 32;
    for (uint32_t i = 0; i < count; ++i) {
        for (uint64_t at = 0; all[i].kind == GLOBAL && at + 8 <= all[i].length; ++at) {
            if (!(all[i].mask[at] & POINTER)) continue;
            uint64_t before, after;
            memcpy(&before, all[i].header + at, sizeof before);
            memcpy(&after, all[i].data + at, sizeof after);
            uint64_t found = target(all, count, variables, (const uint8_t *)after);
            if (found == UINT64_MAX && after - before + near < 2 * near) found = after;
            memcpy(all[i].data + at, &found, sizeof found);
        }
    }
    if (simdiff_result_is_address) {
        const uint8_t *pointer = *(uint8_t *const *)result;
        uint64_t found = target(all, count, variables, pointer);
        if (found == UINT64_MAX) found = text_at(pointer);
        memcpy(result, &found, sizeof found);
    }
}

/* The arguments of the running call. */
static const struct argument *passed;
static uint32_t passed_count;

/* How far the call moved a pointer behind a parameter, in bytes: INT64_MIN for null, INT64_MAX
 * for a pointer outside of buffers, and its address_of() for one into another buffer. */
int64_t simdiff_moved(const uint8_t *before, const uint8_t *after) {
    if (before == after) return 0;
    if (after == NULL) return INT64_MIN;
    uint64_t from = address_of(passed, passed_count, before);
    uint64_t to = address_of(passed, passed_count, after);
    if (to == UINT64_MAX) return INT64_MAX;
    return (int64_t)(from >> 48 == to >> 48 ? to - from : to);
}

static void child(struct argument *all, uint32_t count, uint32_t milliseconds,
                  struct probe probe, void *result) {
    static uint8_t stack[1 << 16];
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    struct rlimit no_core = {0, 0}, memory = {MEMORY_LIMIT, MEMORY_LIMIT};
    struct itimerval timer = {.it_value = {milliseconds / 1000, milliseconds % 1000 * 1000}};
    setrlimit(RLIMIT_CORE, &no_core);
    if (!SANITIZED) {
        sigaltstack(&alternate, NULL);
        sigaction(SIGSEGV, &action, NULL);
        sigaction(SIGBUS, &action, NULL);
        setrlimit(RLIMIT_AS, &memory);
    }
    int null = open("/dev/null", O_RDWR);
    dup2(null, 0);
    dup2(null, 1);
    if (!SANITIZED) {
        dup2(null, 2);
        start_nothing();
    }

    passed = all;
    passed_count = count;
    void **arguments = calloc(count + 1, sizeof *arguments);
    for (uint32_t i = 0; i < count; ++i) {
        struct argument *a = &all[i];
        if (a->kind == READ_ONLY && !SANITIZED) mprotect(a->mapping + page, a->pages, PROT_READ);
        arguments[i] = a->kind == SCALAR ? (void *)a->data : (void *)&a->pointer;
    }
    uint8_t **variables = calloc(simdiff_variables + 1, sizeof *variables);
    setitimer(ITIMER_REAL, &timer, NULL);
    simdiff_prepare((void **)variables);
    for (uint32_t i = 0; i < count; ++i) {
        uint8_t *variable = all[i].kind == GLOBAL ? variables[all[i].alias] : NULL;
        for (uint64_t at = 0; variable != NULL && at < all[i].length; ++at)
            if (all[i].mask[at] & SET) variable[at] = all[i].data[at];
    }
    if (__msan_poison != NULL && probe.fresh && probe.argument >= 0)
        __msan_poison(all[probe.argument].data + probe.offset, probe.length);
#ifdef LAUNCH
    run_launch(all, arguments, result);
#else
    simdiff_call(arguments, result);
#endif
#ifdef HOST
    end_host();
#endif
    for (uint32_t i = 0; i < count; ++i)
        if (all[i].kind == GLOBAL && variables[all[i].alias] != NULL)
            memcpy(all[i].data, variables[all[i].alias], all[i].length);
    check(all, probe, result);
    find_targets(all, count, variables, result);
    report->returned = 1;
    _exit(0);
}

static void put_crash(const struct argument *all, uint32_t count) {
    int32_t signal = report->signal, nearest = -1;
    uint8_t access = (uint8_t)report->access;
    uint64_t address = report->address;
    int64_t offset = 0;
    for (uint32_t i = 0; i < count && access != MISALIGNED && !SANITIZED; ++i) {
        const struct argument *a = &all[i];
        if (a->mapping == NULL || a->kind == GLOBAL) continue;
        uint64_t start = (uint64_t)a->mapping, end = start + a->pages + 2 * page;
        if (start <= address && address < end) {
            nearest = (int32_t)i;
            offset = (int64_t)(address - (uint64_t)a->data);
        }
    }
    put_status(CRASHED);
    put(&signal, 4);
    put(&access, 1);
    put(&address, 8);
    put(&nearest, 4);
    put(&offset, 8);
}

static void put_ending(void) {
    uint8_t ending = (uint8_t)report->ending;
    int32_t line = report->line;
    uint32_t length = (uint32_t)strlen(report->text);
    put_status(ENDED);
    put(&ending, 1);
    put(&line, 4);
    put(&length, 4);
    put(report->text, length);
}

static void put_result(const struct argument *all, uint32_t count, const void *result) {
    for (uint32_t i = 0; i < count; ++i) {
        int found = 0;
        if (all[i].mapping == NULL) continue;
        int64_t offset = stray_write(&all[i], &found);
        if (found) {
            int32_t argument = (int32_t)i;
            put_status(CORRUPTED);
            put(&argument, 4);
            put(&offset, 8);
            return;
        }
    }
    put_status(RETURNED);
    put(result, simdiff_result_size);
    for (uint32_t i = 0; i < count; ++i)
        if (all[i].mapping != NULL) put(all[i].data, all[i].length);
}

static void run(struct argument *all, uint32_t count, uint32_t milliseconds,
                struct probe probe, void *result) {
    memset(report, 0, sizeof *report);
    memset(result, 0, simdiff_result_size);
    fflush(stdout);
    pid_t pid = fork();
    if (pid < 0) die("fork");
    if (pid == 0) child(all, count, milliseconds, probe, result);
    int state = 0;
    if (waitpid(pid, &state, 0) != pid) die("waitpid");

    if (report->signal == 0 && WIFSIGNALED(state)) report->signal = WTERMSIG(state);
    if (report->signal == SIGALRM) {
        put_status(TIMED_OUT);
    } else if (report->signal != 0) {
        put_crash(all, count);
    } else if (report->ending != NO_ENDING) {
        put_ending();
    } else if (!report->returned) {
        int32_t code = WEXITSTATUS(state);
        put_status(EXITED);
        put(&code, 4);
    } else {
        put_result(all, count, result);
    }
}

int main(void) {
    uint32_t count;
    page = (size_t)sysconf(_SC_PAGESIZE);
    report = map(sizeof *report, PROT_READ | PROT_WRITE);
    void *result = map(simdiff_result_size + 1, PROT_READ | PROT_WRITE);
    while (fread(&count, 1, sizeof count, stdin) == sizeof count) {
        uint8_t placement;
        get(&placement, 1);
        uint32_t milliseconds = get_u32();
        struct probe probe;
        get(&probe.argument, 4);
        get(&probe.offset, 8);
        get(&probe.length, 8);
        get(&probe.fresh, 1);
        get(&open_builtins, 1);
        struct argument *all = calloc((size_t)count + 1, sizeof *all);
        if (all == NULL) die("calloc");
        for (uint32_t i = 0; i < count; ++i) read_argument(all, i, placement);
        read_objects();
#ifdef LAUNCH
        read_launch();
#endif
#ifdef HOST
        read_host();
#endif
        run(all, count, milliseconds, probe, result);
        release(all, count);
    }
    if (fflush(stdout) != 0) die("response");
    return 0;
}
