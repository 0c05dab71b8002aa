/* Runs a kernel natively: the work-items of a group are fibres that run up to the next
 * barrier in turn, and groups run one after another, in order or in reverse.
 *
 * A request to a program built with LAUNCH ends with the words of simdiff_launch
 * (opencl-runtime/device/work_item.cl) and a byte of flags: IN_REVERSE to run items and
 * groups in reverse, LATE_COPIES to make asynchronous copies at the wait, OTHER_BYTES to
 * start local memory with other bytes.
 * Under ThreadSanitizer every item is a thread, and only barriers order two of them. It knows
 * no more than 256 threads: in a larger launch, of the items but for two that are watched, if
 * there are such, those of the groups of the two are one thread each, and all others one.
 */
#include <math.h>

#include "inexact.h"
#include "open.h"

struct launch {
    uint64_t dimensions, global_size[3], local_size[3], global_offset[3], num_groups[3];
    uint64_t sub_group;
};

struct item {
    uint64_t local_id[3], group_id[3], local_size[3];
};

/* Variables of the device library; null if the kernel does not use them. */
extern struct launch simdiff_launch __attribute__((weak));
extern struct item simdiff_item __attribute__((weak));

#ifdef HOST
/* Local memory that an argument points to, and the argument's address. */
struct host_local {
    void *memory;
    uint64_t size;
    void **place;
};

static void (*host_item)(void **);
static const struct host_local *host_locals;
static uint64_t host_local_count;
#endif

/* Makes every variable in local memory undefined, by simdiff_forget. */
extern void simdiff_forget_locals(void);
extern const uint64_t simdiff_local_count;
extern const uint64_t simdiff_local_arguments[];

/* Functions of the sanitizers; null without them. */
extern void *__tsan_create_fiber(unsigned) __attribute__((weak));
extern void __tsan_destroy_fiber(void *) __attribute__((weak));
extern void *__tsan_get_current_fiber(void) __attribute__((weak));
extern void __tsan_switch_to_fiber(void *, unsigned) __attribute__((weak));
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));
extern void __tsan_read4(void *) __attribute__((weak));
extern void __tsan_read8(void *) __attribute__((weak));
extern void __tsan_write4(void *) __attribute__((weak));
extern void __tsan_write8(void *) __attribute__((weak));
extern void __sanitizer_start_switch_fiber(void **, const void *, size_t) __attribute__((weak));
extern void __sanitizer_finish_switch_fiber(void *, const void **, size_t *)
    __attribute__((weak));
/* The section of local variables under ThreadSanitizer. */
extern uint8_t __start_simdiff_local[] __attribute__((weak));
extern uint8_t __stop_simdiff_local[] __attribute__((weak));

/* The scheduler's accesses are not those of items. */
#define UNSEEN __attribute__((disable_sanitizer_instrumentation, noinline))

enum { STACK = 256 << 10, MOST_KEPT = 240, LARGE = 64, UNSYNCHRONISED = 1, NOTHING = 0xA5, MOST_COPIES = 64 };
enum { IN_REVERSE = 1, LATE_COPIES = 2, OTHER_BYTES = 4 };

/* The arguments of an asynchronous copy; steps are in elements of `size` bytes. */
struct copy {
    const void *to, *from;
    uint64_t count, to_step, from_step, size;
};

enum progress { READY, RUNNING, WAITING, WAITING_IN_SUB_GROUP, FINISHED };

struct fibre {
    ucontext_t context;
    uint8_t *stack;
    void *thread;       /* ThreadSanitizer's */
    void *fake_stack;   /* AddressSanitizer's */
    unsigned rounds;    /* barriers passed */
    unsigned sub_group_rounds; /* barriers of its sub-group passed */
    uint64_t place;     /* of the barrier at which it waits */
    uint64_t value;     /* must be the same for all items that wait */
    uint8_t gives;      /* whether it has passed a value */
    uint8_t rests;      /* whether it keeps waiting */
    unsigned copies;    /* asynchronous copies that it has reached */
    void *events[MOST_COPIES]; /* the event of each, until the item has waited */
    enum progress progress;
};

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
/* Before the first local variable, so that its page holds nothing else. */
static uint8_t first_page[4096] __attribute__((used, retain, aligned(4096), section("simdiff_local")));
#endif
#endif

static struct launch launch;
static uint8_t flags_of_launch;
/* The items that are watched, by their indices in the launch; or all ones. */
static uint64_t watched[2] = {UINT64_MAX, UINT64_MAX};
/* ThreadSanitizer's threads of the other items: in the groups of the two, and elsewhere. */
static void *others[3];
static unsigned is_large;
static struct fibre *fibres, *current;
static uint64_t ended;
static ucontext_t scheduler;
static void *scheduler_thread, *scheduler_fake_stack;
static const void *scheduler_stack;
static size_t scheduler_stack_size;
static void **item_arguments, *item_result;
static char end_of_launch;
/* Two for the running group, and two for each of its sub-groups. Each group has its own: its
   barriers order no items of other groups. */
static char *rounds_of_group, *rounds_of_sub_groups;
/* What orders accesses that are atomic within the running group. */
static char *atomics_of_group;
static struct copy copies[MOST_COPIES];
static uint8_t is_made[MOST_COPIES];
static unsigned copies_of_group;

UNSEEN static void complain(const char *text) {
    if (write(2, text, strlen(text)) < 0) _exit(TROUBLE);
    raise(SIGABRT);
}

/* The local memory of the running group. */
enum { MOST_LOCALS = 256 };
static struct { const uint8_t *at; uint64_t size; } local_memory[MOST_LOCALS];
static unsigned local_memory_count;

UNSEEN void simdiff_forget(void *at, uint64_t size) {
    if (local_memory_count == MOST_LOCALS) die("too many variables in local memory");
    local_memory[local_memory_count].at = at;
    local_memory[local_memory_count++].size = size;
    uint8_t *bytes = at, byte = flags_of_launch & OTHER_BYTES ? (uint8_t)~NOTHING : NOTHING;
    if (__tsan_create_fiber == NULL)
        for (uint64_t i = 0; i < size; ++i) bytes[i] = byte;
    if (__msan_poison != NULL) __msan_poison(at, size);
}

UNSEEN static void switch_to_scheduler(int last) {
    struct fibre *self = current;
    if (__tsan_switch_to_fiber != NULL) __tsan_switch_to_fiber(scheduler_thread, UNSYNCHRONISED);
    if (__sanitizer_start_switch_fiber != NULL)
        __sanitizer_start_switch_fiber(last ? NULL : &self->fake_stack, scheduler_stack,
                                       scheduler_stack_size);
    swapcontext(&self->context, &scheduler);
    if (__sanitizer_finish_switch_fiber != NULL)
        __sanitizer_finish_switch_fiber(self->fake_stack, &scheduler_stack,
                                        &scheduler_stack_size);
}

UNSEEN static void run_item(void) {
    if (__sanitizer_finish_switch_fiber != NULL)
        __sanitizer_finish_switch_fiber(NULL, &scheduler_stack, &scheduler_stack_size);
#ifdef HOST
    host_item(item_arguments);
#else
    simdiff_call(item_arguments, item_result);
#endif
    if (__tsan_release != NULL) __tsan_release(&end_of_launch);
    for (unsigned i = 0; i < current->copies; ++i)
        if (current->events[i] != NULL)
            complain("UnfinishedCopy: nobody waits for an asynchronous copy\n");
    current->progress = FINISHED;
    switch_to_scheduler(1);
}

/* A number for the chain of calls that leads to this frame of the current item: barriers at
   different places, or reached by different calls, have different ones. Every function of a
   kernel has a frame (see thunk.rs). */
UNSEEN static uint64_t place_of_call(void *const *frame) {
    const uint8_t *first = current->stack, *last = first + STACK;
    uint64_t place = 14695981039346656037u;
    while ((const uint8_t *)frame >= first && (const uint8_t *)(frame + 2) <= last) {
        place = (place ^ (uint64_t)frame[1]) * 1099511628211u;
        void *const *caller = frame[0];
        if (caller <= frame) break;
        frame = caller;
    }
    return place;
}

UNSEEN void simdiff_barrier(unsigned flags, unsigned scope) __asm("simdiff.barrier");
UNSEEN void simdiff_barrier(unsigned flags, unsigned scope) {
    (void)scope;
#ifdef FENCED
    int orders = __tsan_release != NULL && (flags & FENCED) != 0;
#else
    int orders = __tsan_release != NULL;
    (void)flags;
#endif
    current->progress = WAITING;
    current->place = place_of_call(__builtin_frame_address(0));
    /* Alternates, so that arrivals at the next barrier do not count for this one. */
    char *round = &rounds_of_group[current->rounds++ % 2];
    if (orders) __tsan_release(round);
    switch_to_scheduler(0);
    if (orders) __tsan_acquire(round);
}

UNSEEN void simdiff_sub_group_barrier(unsigned, unsigned) __asm("simdiff.sub_group_barrier");
UNSEEN void simdiff_sub_group_barrier(unsigned flags, unsigned active) {
    (void)active;
#ifdef FENCED
    int orders = __tsan_release != NULL && (flags & FENCED) != 0;
#else
    int orders = __tsan_release != NULL;
    (void)flags;
#endif
    current->progress = WAITING_IN_SUB_GROUP;
    current->place = place_of_call(__builtin_frame_address(0));
    uint64_t sub_group = (uint64_t)(current - fibres) / launch.sub_group;
    char *round = &rounds_of_sub_groups[2 * sub_group + current->sub_group_rounds++ % 2];
    if (orders) __tsan_release(round);
    switch_to_scheduler(0);
    if (orders) __tsan_acquire(round);
}

UNSEEN void simdiff_same(uint64_t) __asm("simdiff.same");
UNSEEN void simdiff_same(uint64_t value) {
    current->value = value;
    current->gives = 1;
    simdiff_barrier(0, 0);
}

UNSEEN void simdiff_sub_group_same(uint64_t) __asm("simdiff.sub_group_same");
UNSEEN void simdiff_sub_group_same(uint64_t value) {
    current->value = value;
    current->gives = 1;
    simdiff_sub_group_barrier(0, 0);
}

/* Records a copy, which the first item makes when it reaches it, or at the wait. Returns
   whether it is made now. */
UNSEEN int simdiff_copy(const void *, const void *, uint64_t, uint64_t, uint64_t, uint64_t)
    __asm("simdiff.copy");
UNSEEN int simdiff_copy(const void *to, const void *from, uint64_t count, uint64_t to_step,
                        uint64_t from_step, uint64_t size) {
    struct copy given = {to, from, count, to_step, from_step, size};
    unsigned which = current->copies;
    if (which == MOST_COPIES) die("too many asynchronous copies");
    if (which == copies_of_group) {
        is_made[which] = !(flags_of_launch & LATE_COPIES);
        copies[copies_of_group++] = given;
    }
    if (memcmp(&copies[which], &given, sizeof given) != 0)
        complain("CopyDivergence: work-items give a copy different arguments\n");
    return !(flags_of_launch & LATE_COPIES);
}

UNSEEN static void make_copy(unsigned which) {
    const struct copy *copy = &copies[which];
    if (is_made[which]) return;
    is_made[which] = 1;
    for (uint64_t i = 0; i < copy->count; ++i)
        memcpy((uint8_t *)copy->to + i * copy->to_step * copy->size,
               (const uint8_t *)copy->from + i * copy->from_step * copy->size, copy->size);
}

UNSEEN void *simdiff_copied(void *event) __asm("simdiff.copied");
UNSEEN void *simdiff_copied(void *event) {
    unsigned which = current->copies++;
    return current->events[which] = event != NULL ? event : (void *)(uintptr_t)(which + 1);
}

UNSEEN void simdiff_wait(void *event) __asm("simdiff.wait");
UNSEEN void simdiff_wait(void *event) {
    int found = 0;
    for (unsigned i = 0; i < current->copies; ++i)
        if (current->events[i] == event && event != NULL) {
            make_copy(i);
            current->events[i] = NULL;
            found = 1;
        }
    if (!found) complain("InvalidEvent: work-items wait for an event of no copy\n");
    simdiff_barrier(0, 0);
}

void simdiff_unsupported(const char *function, const char *what) __attribute__((noreturn));
UNSEEN void simdiff_unsupported(const char *function, const char *what) {
    (void)what;
    finish(DIVERGED, 0, function);
}

/* Addresses have no spaces here: it is known where local and private memory are. */
UNSEEN int simdiff_is_local(const void *) __asm("simdiff.is_local");
UNSEEN int simdiff_is_local(const void *at) {
    for (unsigned i = 0; i < local_memory_count; ++i) {
        uint64_t offset = (uint64_t)((const uint8_t *)at - local_memory[i].at);
        if (offset <= local_memory[i].size) return 1;
    }
    return 0;
}

UNSEEN static int is_private(const void *at) {
    return (uint64_t)((const uint8_t *)at - current->stack) < STACK;
}

void *__to_local(void *), *__to_private(void *), *__to_global(void *);
UNSEEN void *__to_local(void *at) { return simdiff_is_local(at) ? at : NULL; }
UNSEEN void *__to_private(void *at) { return is_private(at) ? at : NULL; }
UNSEEN void *__to_global(void *at) {
    return simdiff_is_local(at) || is_private(at) ? NULL : at;
}

/* To items of other groups, an access that is atomic within its group is a plain one. Items
   of one group are ordered by it. */
UNSEEN void simdiff_within_group(const void *, uint64_t, int) __asm("simdiff.within_group");
UNSEEN void simdiff_within_group(const void *at, uint64_t size, int writes) {
    if (__tsan_release == NULL) return;
    __tsan_acquire(atomics_of_group);
    if (writes && size == 4) __tsan_write4((void *)at);
    if (writes && size == 8) __tsan_write8((void *)at);
    if (!writes && size == 4) __tsan_read4((void *)at);
    if (!writes && size == 8) __tsan_read8((void *)at);
    __tsan_release(atomics_of_group);
}

UNSEEN void simdiff_fence(unsigned flags, unsigned order, unsigned scope) __asm("simdiff.fence");
/* The types of the values that a call of printf is given, in the order of the call: of each
   four bits, from the lowest on, see printed.rs. Values behind the sixteenth have none. */
enum printed { NO_VALUE, WORD, LONG_WORD, FLOAT_VALUE, ADDRESS, OTHER_VALUE };

UNSEEN static enum printed wanted_by(char conversion, int is_long) {
    if (conversion == 'p' || conversion == 's') return ADDRESS;
    if (strchr("eEfFgGaA", conversion)) return FLOAT_VALUE;
    return is_long ? LONG_WORD : WORD;
}

void simdiff_printed(const char *, uint64_t);
UNSEEN void simdiff_printed(const char *at, uint64_t types) {
    unsigned count = 0;
    while ((at = strchr(at, '%')) != NULL) {
        int is_long = 0, is_vector = 0;
        for (++at; *at != 0 && strchr("-+ #0123456789.*vhljztqL", *at); ++at) {
            is_long |= strchr("ljztqL", *at) != NULL;
            is_vector |= *at == 'v';
            if (*at != '*') continue;
            if (count < 16 && (types >> 4 * count & 15) != WORD)
                complain("FormatMismatch: a width of printf is no int\n");
            ++count;
        }
        if (*at == 0) return;
        if (*at++ == '%') continue;
        enum printed given = count < 16 ? types >> 4 * count & 15 : OTHER_VALUE;
        if (count++ < 16 && !is_vector && given != wanted_by(at[-1], is_long))
            complain("FormatMismatch: an argument of printf has another type\n");
    }
}

/* printf of OpenCL C: the output is dropped. */
int simdiff_printf(const char *, ...) __asm("simdiff.printf");
UNSEEN int simdiff_printf(const char *format, ...) {
    (void)format;
    return 0;
}

UNSEEN void simdiff_fence(unsigned flags, unsigned order, unsigned scope) {
    (void)flags;
    (void)order;
    (void)scope;
}

/* The ids of a linear number in a space of these extents; the first dimension varies
   fastest. */
UNSEEN static void place_of(uint64_t number, const uint64_t extents[3], uint64_t place[3]) {
    for (int d = 0; d < 3; ++d) {
        place[d] = number % extents[d];
        number /= extents[d];
    }
}

/* The thread of an item that starts. */
UNSEEN static void *thread_of(uint64_t item) {
    int is_apart = !is_large || watched[0] == UINT64_MAX || item == watched[0] || item == watched[1];
    if (is_apart) return __tsan_create_fiber(0);
    uint64_t of_group = launch.local_size[0] * launch.local_size[1] * launch.local_size[2];
    uint64_t group = item / of_group;
    int which = group == watched[0] / of_group ? 0 : group == watched[1] / of_group ? 1 : 2;
    if (others[which] == NULL) others[which] = __tsan_create_fiber(0);
    return others[which];
}

UNSEEN static void start(struct fibre *fibre, uint64_t item) {
    /* ThreadSanitizer knows no accesses to freshly mapped memory. */
    if (__tsan_create_fiber != NULL && fibre->stack != NULL) {
        munmap(fibre->stack, STACK);
        fibre->stack = NULL;
    }
    if (fibre->stack == NULL) fibre->stack = map(STACK, PROT_READ | PROT_WRITE);
    getcontext(&fibre->context);
    fibre->context.uc_stack.ss_sp = fibre->stack;
    fibre->context.uc_stack.ss_size = STACK;
    makecontext(&fibre->context, run_item, 0);
    if (__tsan_create_fiber != NULL) fibre->thread = thread_of(item);
    fibre->progress = RUNNING;
    fibre->rounds = 0;
    fibre->sub_group_rounds = 0;
    fibre->copies = 0;
    fibre->gives = 0;
}

/* Writes the extents of a group, and returns the number of its items: the last group of a
   dimension may be smaller. */
UNSEEN static uint64_t local_of(const uint64_t group[3], uint64_t extents[3]) {
    uint64_t items = 1;
    for (int d = 0; d < 3; ++d) {
        uint64_t left = launch.global_size[d] - group[d] * launch.local_size[d];
        extents[d] = left < launch.local_size[d] ? left : launch.local_size[d];
        items *= extents[d];
    }
    return items;
}

/* Ends a thread of ThreadSanitizer's. Some are kept: it may mistake a new one for a destroyed
   one. */
UNSEEN static void end_thread(void *thread) {
    if (__tsan_destroy_fiber != NULL && ++ended > MOST_KEPT) __tsan_destroy_fiber(thread);
}

/* Runs an item to its next stop. */
UNSEEN static void resume(struct fibre *fibre, uint64_t local, uint64_t group) {
    uint64_t of_group = launch.local_size[0] * launch.local_size[1] * launch.local_size[2];
    if (fibre->progress == READY) start(fibre, group * of_group + local);
    fibre->progress = RUNNING;
    current = fibre;
    if (&simdiff_item != NULL) {
        place_of(group, launch.num_groups, simdiff_item.group_id);
        local_of(simdiff_item.group_id, simdiff_item.local_size);
        place_of(local, simdiff_item.local_size, simdiff_item.local_id);
    }
    if (__tsan_switch_to_fiber != NULL) __tsan_switch_to_fiber(fibre->thread, UNSYNCHRONISED);
    if (__sanitizer_start_switch_fiber != NULL)
        __sanitizer_start_switch_fiber(&scheduler_fake_stack, fibre->stack, STACK);
    swapcontext(&scheduler, &fibre->context);
    if (__sanitizer_finish_switch_fiber != NULL)
        __sanitizer_finish_switch_fiber(scheduler_fake_stack, NULL, NULL);
    int is_own = 1;
    for (int i = 0; i < 3; ++i) is_own &= fibre->thread != others[i];
    if (fibre->progress == FINISHED && is_own) end_thread(fibre->thread);
}

/* Lets items that have met continue. They must wait at one barrier, and the values that they
   have passed must be the same. */
static void go_on(struct fibre *first, struct fibre *end) {
    for (struct fibre *fibre = first; fibre != end; ++fibre) {
        if (fibre->progress == FINISHED) continue;
        if (fibre->gives != first->gives || (fibre->gives && fibre->value != first->value))
            complain("ArgumentDivergence: work-items give a function different arguments\n");
        if (fibre->place != first->place)
            complain("BarrierDivergence: work-items wait at different barriers\n");
        fibre->rests = 0;
    }
    for (struct fibre *fibre = first; fibre != end; ++fibre) fibre->gives = 0;
}

/* Lets the sub-groups that have met continue, or else the group. Items that have finished,
   or wait elsewhere, would keep the others waiting at a barrier for ever. */
static void meet(uint64_t items) {
    uint64_t waiting = 0, finished = 0, met = 0;
    for (uint64_t first = 0; first < items; first += launch.sub_group) {
        uint64_t left = items - first, size = left < launch.sub_group ? left : launch.sub_group;
        uint64_t in_sub_group = 0;
        for (uint64_t i = first; i < first + size; ++i) {
            fibres[i].rests = 1;
            in_sub_group += fibres[i].progress == WAITING_IN_SUB_GROUP;
            waiting += fibres[i].progress == WAITING;
            finished += fibres[i].progress == FINISHED;
        }
        if (in_sub_group != 0 && in_sub_group != size)
            complain("BarrierDivergence: not every work-item reaches the barrier\n");
        if (in_sub_group == 0) continue;
        go_on(&fibres[first], &fibres[first + size]);
        met = 1;
    }
    if (met) return;
    if (waiting != 0 && finished != 0)
        complain("BarrierDivergence: not every work-item reaches the barrier\n");
    go_on(fibres, &fibres[items]);
}

/* Makes local memory undefined, for each group has its own. */
UNSEEN static void forget_local_memory(struct argument *all) {
    local_memory_count = 0;
#ifdef HOST
    (void)all;
    for (uint64_t i = 0; i < host_local_count; ++i) {
        const struct host_local *local = &host_locals[i];
        if (__tsan_create_fiber != NULL) *local->place = malloc(local->size + 1);
        simdiff_forget(*local->place, local->size);
    }
#else
    for (uint64_t i = 0; i < simdiff_local_count; ++i) {
        struct argument *a = &all[simdiff_local_arguments[i]];
        if (__tsan_create_fiber != NULL) a->pointer = malloc(a->length + 1);
        simdiff_forget(a->pointer, a->length);
    }
#endif
    simdiff_forget_locals();
    if (__tsan_create_fiber != NULL && __start_simdiff_local != NULL) {
        /* ThreadSanitizer knows no accesses to freshly mapped memory. */
        uintptr_t first = ((uintptr_t)__start_simdiff_local + page - 1) & ~(page - 1);
        uintptr_t last = (uintptr_t)__stop_simdiff_local & ~(page - 1);
        if (first < last)
            mmap((void *)first, last - first, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    }
}

#ifndef HOST
static void read_launch(void) {
    get(&launch, sizeof launch);
    get(&flags_of_launch, 1);
}
#endif

UNSEEN static void run_launch(struct argument *all, void **arguments, void *result) {
    uint64_t most = 1, groups = 1;
    for (int d = 0; d < 3; ++d) {
        most *= launch.local_size[d];
        groups *= launch.num_groups[d];
    }
    is_large = most * groups > LARGE;
    item_arguments = arguments;
    item_result = result;
    if (&simdiff_launch != NULL) simdiff_launch = launch;
    if (__tsan_get_current_fiber != NULL) scheduler_thread = __tsan_get_current_fiber();
    fibres = calloc(most, sizeof *fibres);
    if (launch.sub_group == 0) launch.sub_group = most;
    char *rounds = calloc(groups, 3), *sub_rounds = calloc(groups, 2 * most);
    if (fibres == NULL || rounds == NULL || sub_rounds == NULL) die("calloc");
    int in_reverse = flags_of_launch & IN_REVERSE;
    for (uint64_t g = 0; g < groups; ++g) {
        uint64_t group = in_reverse ? groups - 1 - g : g, finished = 0;
        uint64_t at[3], extents[3];
        place_of(group, launch.num_groups, at);
        uint64_t items = local_of(at, extents);
        forget_local_memory(all);
        rounds_of_group = rounds + 3 * group;
        atomics_of_group = rounds_of_group + 2;
        rounds_of_sub_groups = sub_rounds + 2 * most * group;
        copies_of_group = 0;
        for (uint64_t i = 0; i < items; ++i) {
            fibres[i].progress = READY;
            fibres[i].rests = 0;
        }
        while (finished < items) {
            finished = 0;
            for (uint64_t i = 0; i < items; ++i) {
                uint64_t item = in_reverse ? items - 1 - i : i;
                if (fibres[item].progress != FINISHED && !fibres[item].rests)
                    resume(&fibres[item], item, group);
            }
            for (uint64_t i = 0; i < items; ++i) finished += fibres[i].progress == FINISHED;
            meet(items);
        }
    }
    /* The final contents of local memory are not a result. */
    flags_of_launch = 0;
    if (__msan_poison == NULL) forget_local_memory(all);
    if (__tsan_acquire != NULL) __tsan_acquire(&end_of_launch);
    /* Those of the next launch start after what has happened until then. */
    for (int i = 0; i < 3; ++i) {
        if (others[i] != NULL) end_thread(others[i]);
        others[i] = NULL;
    }
    for (uint64_t i = 0; i < most; ++i)
        if (fibres[i].stack != NULL) munmap(fibres[i].stack, STACK);
    free(fibres);
    free(rounds);
    free(sub_rounds);
}
