/* The primitives of an OpenCL host (opencl-runtime/host/host.h), natively: the host itself
 * runs each command as soon as the commands that it waits for are complete. Under
 * ThreadSanitizer each command is a thread, and only the order of commands orders two of
 * them.
 *
 * A request to a program built with HOST ends with a byte: 1 to run commands only when the
 * host waits; and with the indices of two work-items to watch (launch.h), or all ones.
 */

enum { MOST_COMMANDS = 1 << 16, MOST_WAITS = 1 << 18 };

static unsigned commands;
/* The order of commands: pairs of a later one and an earlier one. */
static struct { unsigned later, earlier; } waits[MOST_WAITS];
static unsigned wait_count;
/* Addresses by which ThreadSanitizer learns that a command is complete, and may begin. */
static char complete[MOST_COMMANDS], may_begin;
static void *host_thread;
/* The running command, or 0, and the commands that the host knows to be complete. */
static unsigned running;
static uint8_t known[MOST_COMMANDS];

void *simdiff_new(size_t size, const char *name);
UNSEEN void *simdiff_new(size_t size, const char *name) {
    (void)name;
    return malloc(size);
}

size_t simdiff_known(size_t number);
UNSEEN size_t simdiff_known(size_t number) { return number; }

void simdiff_build(const char *, size_t, const char *) __asm("simdiff.host.build")
    __attribute__((noreturn));
UNSEEN void simdiff_build(const char *source, size_t length, const char *options) {
    (void)source, (void)length, (void)options;
    finish(DIVERGED, 0, "clBuildProgram");
}

/* Commands that need not run before the program ends (src/host/commands.rs). */
static const char *const of_no_matter[] = {"user event", "clEnqueueMapBuffer",
    "clEnqueueUnmapMemObject", "clEnqueueMigrateMemObjects", "clEnqueueSVMMap",
    "clEnqueueSVMUnmap", "clEnqueueSVMMigrateMem", "clSetEventCallback", "clEnqueueMarker",
    "clBuildProgram", "clCompileProgram", "clLinkProgram",
    "clEnqueueMarkerWithWaitList", "clEnqueueBarrier", "clEnqueueBarrierWithWaitList",
    "clEnqueueWaitForEvents"};
/* Whether a command has an effect and the host has not waited for it. */
static uint8_t pending[MOST_COMMANDS];

unsigned simdiff_enqueued(const char *) __asm("simdiff.host.enqueued");
UNSEEN unsigned simdiff_enqueued(const char *name) {
    int matters = 1;
    for (size_t i = 0; i < sizeof of_no_matter / sizeof *of_no_matter; ++i)
        matters &= strcmp(name, of_no_matter[i]) != 0;
    if (commands + 1 < MOST_COMMANDS) pending[commands + 1] = matters;
    if (++commands == MOST_COMMANDS) finish(DIVERGED, 0, "too many commands");
    return commands;
}

void simdiff_order(unsigned, unsigned) __asm("simdiff.host.order");
UNSEEN void simdiff_order(unsigned later, unsigned earlier) {
    if (wait_count == MOST_WAITS) finish(DIVERGED, 0, "too many commands");
    waits[wait_count].later = later;
    waits[wait_count++].earlier = earlier;
}

/* Orders the running thread after all predecessors of a command. */
UNSEEN static void acquire_before(unsigned command) {
    for (unsigned i = 0; i < wait_count; ++i)
        if (waits[i].later == command) {
            __tsan_acquire(&complete[waits[i].earlier]);
            acquire_before(waits[i].earlier);
        }
}

void simdiff_signal(unsigned) __asm("simdiff.host.signal");
UNSEEN void simdiff_signal(unsigned command) {
    if (__tsan_release != NULL) __tsan_release(&complete[command]);
}

UNSEEN static void give_up(const char *text) {
    if (write(2, text, strlen(text)) < 0) _exit(TROUBLE);
    raise(SIGABRT);
    _exit(TROUBLE);
}

/* Bytes and their contents before. */
struct kept {
    volatile char *start;
    char *before;
    uint64_t size;
    int is_live;
};
struct kepts {
    struct kept all[1 << 8];
    unsigned count;
};

UNSEEN static void refresh(struct kept *kept) {
    for (uint64_t i = 0; i < kept->size; ++i) kept->before[i] = kept->start[i];
}

UNSEEN static void keep(struct kepts *kepts, volatile char *start, uint64_t size) {
    if (kepts->count == sizeof kepts->all / sizeof *kepts->all)
        finish(DIVERGED, 0, "too many regions");
    kepts->all[kepts->count] = (struct kept){start, malloc(size + 1), size, 0};
    refresh(&kepts->all[kepts->count++]);
}

/* Removes the latest entry for these bytes. */
UNSEEN static struct kept withdraw(struct kepts *kepts, volatile char *start, uint64_t size) {
    for (unsigned i = kepts->count; i-- > 0;)
        if (kepts->all[i].start == start && kepts->all[i].size == size) {
            struct kept found = kepts->all[i];
            kepts->all[i] = kepts->all[--kepts->count];
            return found;
        }
    return (struct kept){0};
}

/* Bytes that the next command must not write, bytes that it may write, bytes that it may
 * access, and those of the latter that it must not read. */
static struct kepts forbidden, allowed, usable, write_only;
/* Shared virtual memory that the next kernel must not access. */
static struct kepts withheld;

void simdiff_given(unsigned, char *, uint64_t, unsigned) __asm("simdiff.host.given");
UNSEEN void simdiff_given(unsigned command, char *start, uint64_t size, unsigned rights) {
    (void)command;
    if (rights & 8) {
        keep(&withheld, start, size);
        return;
    }
    keep(rights & 2 ? &allowed : &forbidden, start, size);
    if (rights != 0) keep(&usable, start, size);
    if (rights != 0 && !(rights & 1)) keep(&write_only, start, size);
}

UNSEEN static void check_given(void) {
    for (unsigned i = 0; i < forbidden.count; ++i)
        for (uint64_t at = 0; at < forbidden.all[i].size; ++at) {
            volatile char *byte = forbidden.all[i].start + at;
            int changed = *byte != forbidden.all[i].before[at];
            for (unsigned j = 0; changed && j < allowed.count; ++j)
                changed = byte < allowed.all[j].start
                    || byte >= allowed.all[j].start + allowed.all[j].size;
            if (changed) give_up("Forbidden: a command writes to what it must not write\n");
        }
    forbidden.count = allowed.count = usable.count = write_only.count = withheld.count = 0;
}

extern const char *__asan_locate_address(void *, char *, size_t, void **, size_t *)
    __attribute__((weak));
extern void *__asan_region_is_poisoned(void *, size_t) __attribute__((weak));

/* Under AddressSanitizer, makes the bytes next to a kernel's buffers in the same objects
 * inaccessible, or accessible again. Freed memory stays inaccessible. */
UNSEEN static void set_beside(int accessible) {
    if (__asan_locate_address == NULL) return;
    for (unsigned i = 0; i < usable.count && !accessible; ++i) {
        struct kept *kept = &usable.all[i];
        kept->is_live = __asan_region_is_poisoned((void *)kept->start, kept->size) == NULL;
    }
    for (unsigned i = 0; i < withheld.count; ++i)
        (accessible ? __asan_unpoison_memory_region : __asan_poison_memory_region)(
            withheld.all[i].start, withheld.all[i].size);
    for (unsigned i = 0; i < usable.count; ++i) {
        struct kept *kept = &usable.all[i];
        char name[64];
        void *object = NULL;
        size_t size = 0;
        __asan_locate_address((void *)kept->start, name, sizeof name, &object, &size);
        if (object != NULL && kept->is_live)
            (accessible ? __asan_unpoison_memory_region : __asan_poison_memory_region)(object, size);
    }
    for (unsigned i = 0; i < usable.count; ++i)
        if (usable.all[i].is_live)
            __asan_unpoison_memory_region(usable.all[i].start, usable.all[i].size);
}

UNSEEN static void restore(const struct kept *kept) {
    for (uint64_t i = 0; i < kept->size; ++i) kept->start[i] = kept->before[i];
}

/* Checks that a kernel's outputs do not depend on memory that it must not read, by running
 * it again with other bytes there. */
UNSEEN static void check_write_only(void **arguments) {
    struct kepts after = {.count = 0};
    for (unsigned i = 0; i < usable.count; ++i) {
        struct kept *kept = &usable.all[i];
        keep(&after, kept->start, kept->size);
        restore(kept);
    }
    for (unsigned i = 0; i < write_only.count; ++i)
        for (uint64_t at = 0; at < write_only.all[i].size; ++at)
            write_only.all[i].start[at] = ~write_only.all[i].before[at];
    run_launch(NULL, arguments, NULL);
    for (unsigned i = 0; i < usable.count; ++i)
        for (uint64_t at = 0; at < usable.all[i].size; ++at) {
            char before = usable.all[i].before[at], first = after.all[i].before[at];
            char second = usable.all[i].start[at];
            int unwritten = first == before && second == (char)~before;
            if (first != second && !unwritten)
                give_up("Forbidden: a kernel reads what it must not read\n");
        }
    for (unsigned i = 0; i < after.count; ++i) restore(&after.all[i]);
}

/* Memory of the program that buffers use. Under ThreadSanitizer a thread for the device
 * accesses it: it reads the memory when a buffer adopts it and when it is unmapped, and
 * writes again what commands have written since it was mapped. Only a map orders these
 * accesses before the host's. */
static struct kepts adopted;
static void *device_thread;
static char to_device, from_device;

static void touch(struct kept *kept, int writes) {
    for (uint64_t i = 0; i < kept->size; ++i) {
        char byte = kept->start[i];
        if (writes && byte != kept->before[i]) kept->start[i] = byte;
    }
}

UNSEEN static void touch_as_device(struct kept *kept, int writes) {
    void *self = __tsan_get_current_fiber();
    if (device_thread == NULL) device_thread = __tsan_create_fiber(0);
    __tsan_release(&to_device);
    __tsan_switch_to_fiber(device_thread, UNSYNCHRONISED);
    __tsan_acquire(&to_device);
    touch(kept, writes);
    __tsan_release(&from_device);
    __tsan_switch_to_fiber(self, UNSYNCHRONISED);
}

void simdiff_adopt(char *, uint64_t) __asm("simdiff.host.adopt");
UNSEEN void simdiff_adopt(char *start, uint64_t size) {
    keep(&adopted, start, size);
    if (__tsan_create_fiber != NULL) touch_as_device(&adopted.all[adopted.count - 1], 0);
}

void simdiff_disown(char *, uint64_t) __asm("simdiff.host.disown");
UNSEEN void simdiff_disown(char *start, uint64_t size) { withdraw(&adopted, start, size); }

/* Regions mapped for reading, and the commands that map: the host's accesses after waiting
 * for one are ordered after the device's. */
static struct kepts read_only;
static uint8_t shares[MOST_COMMANDS];

void simdiff_share(unsigned, char *, uint64_t, unsigned) __asm("simdiff.host.share");
UNSEEN void simdiff_share(unsigned command, char *start, uint64_t size, unsigned writes) {
    shares[command] = 1;
    if (!writes) keep(&read_only, start, size);
    for (unsigned i = 0; i < adopted.count; ++i) refresh(&adopted.all[i]);
}

void simdiff_unshare(char *, uint64_t, unsigned) __asm("simdiff.host.unshare");
UNSEEN void simdiff_unshare(char *start, uint64_t size, unsigned writes) {
    struct kept kept = withdraw(&read_only, writes ? NULL : start, size);
    for (uint64_t i = 0; i < kept.size; ++i)
        if (kept.start[i] != kept.before[i])
            give_up("MappedWritten: the host writes to what is mapped for reading\n");
    if (__tsan_create_fiber == NULL || !writes) return;
    for (unsigned i = 0; i < adopted.count; ++i) touch_as_device(&adopted.all[i], 0);
}

int32_t simdiff_refused(int32_t, const char *, unsigned) __asm("simdiff.host.refused");
UNSEEN int32_t simdiff_refused(int32_t error, const char *name, unsigned noticed) {
    (void)name, (void)noticed;
    return error;
}

void simdiff_begin(unsigned) __asm("simdiff.host.begin");
UNSEEN void simdiff_begin(unsigned command) {
    running = command;
    if (__tsan_create_fiber == NULL) return;
    __tsan_release(&may_begin);
    host_thread = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(__tsan_create_fiber(0), UNSYNCHRONISED);
    __tsan_acquire(&may_begin);
    acquire_before(command);
}

void simdiff_end(unsigned) __asm("simdiff.host.end");
UNSEEN void simdiff_end(unsigned command) {
    check_given();
    running = 0;
    if (__tsan_create_fiber == NULL) return;
    __tsan_release(&complete[command]);
    for (unsigned i = 0; i < adopted.count; ++i) touch_as_device(&adopted.all[i], 1);
    __tsan_switch_to_fiber(host_thread, UNSYNCHRONISED);
}

void simdiff_mapped(unsigned, unsigned) __asm("simdiff.host.mapped") __attribute__((noreturn));
UNSEEN void simdiff_mapped(unsigned command, unsigned for_reading) {
    (void)command, (void)for_reading;
    give_up("MappedInUse: a command uses a buffer that is mapped\n");
    _exit(TROUBLE);
}

/* Records that the host has waited for a command and all its predecessors. */
UNSEEN static void wait_for(unsigned command) {
    pending[command] = 0;
    known[command] = 1;
    if (shares[command] && __tsan_acquire != NULL) __tsan_acquire(&from_device);
    for (unsigned i = 0; i < wait_count; ++i)
        if (waits[i].later == command) wait_for(waits[i].earlier);
}

UNSEEN static void end_host(void) {
    for (unsigned i = 1; i <= commands && i < MOST_COMMANDS; ++i)
        if (pending[i]) give_up("PendingAtEnd: the program ends while a command is pending\n");
}

void simdiff_await(unsigned, unsigned) __asm("simdiff.host.wait");
UNSEEN void simdiff_await(unsigned command, unsigned is_complete) {
    if (!is_complete) give_up("Deadlock: the host waits for a command that never runs\n");
    wait_for(command);
    if (__tsan_acquire == NULL) return;
    __tsan_acquire(&complete[command]);
    acquire_before(command);
}

void simdiff_overlapping(unsigned, unsigned) __asm("simdiff.host.overlapping")
    __attribute__((noreturn));
UNSEEN void simdiff_overlapping(unsigned command, unsigned other) {
    (void)command, (void)other;
    give_up("SharedHostMemory: commands use two buffers over the same memory\n");
    _exit(TROUBLE);
}

void simdiff_unflushed(unsigned, unsigned) __asm("simdiff.host.unflushed")
    __attribute__((noreturn));
UNSEEN void simdiff_unflushed(unsigned command, unsigned earlier) {
    (void)command, (void)earlier;
    give_up("Deadlock: the host waits for a command of a queue that is not flushed\n");
    _exit(TROUBLE);
}

void simdiff_in_callback(void) __asm("simdiff.host.in_callback") __attribute__((noreturn));
UNSEEN void simdiff_in_callback(void) {
    give_up("BlockedCallback: a callback makes a call that no callback may make\n");
    _exit(TROUBLE);
}

static uint8_t delayed;

static void read_host(void) {
    get(&delayed, 1);
    get(watched, sizeof watched);
}

unsigned simdiff_is_delayed(void) __asm("simdiff.host.is_delayed");
UNSEEN unsigned simdiff_is_delayed(void) { return delayed; }

UNSEEN static unsigned is_before(unsigned command, unsigned later) {
    for (unsigned i = 0; i < wait_count; ++i)
        if (waits[i].later == later
            && (waits[i].earlier == command || is_before(command, waits[i].earlier)))
            return 1;
    return 0;
}

void simdiff_chosen(unsigned) __asm("simdiff.host.chosen");
UNSEEN void simdiff_chosen(unsigned what) { (void)what; }

unsigned simdiff_is_known(unsigned) __asm("simdiff.host.is_known");
UNSEEN unsigned simdiff_is_known(unsigned command) {
    return known[command] || (running != 0 && is_before(command, running));
}

struct host_range {
    uint64_t dimensions, global[3], local[3], offset[3], sub_group;
};

void simdiff_run(void (*)(void **), void **, const struct host_range *, const struct host_local *,
                 uint64_t) __asm("simdiff.host.launch");
UNSEEN void simdiff_run(void (*item)(void **), void **arguments, const struct host_range *range,
                        const struct host_local *locals, uint64_t count) {
    launch.dimensions = range->dimensions;
    for (int d = 0; d < 3; ++d) {
        launch.global_size[d] = range->global[d];
        launch.local_size[d] = range->local[d];
        launch.global_offset[d] = range->offset[d];
        launch.num_groups[d] = range->global[d] / range->local[d];
    }
    launch.sub_group = range->local[0] * range->local[1] * range->local[2];
    if (launch.sub_group > range->sub_group) launch.sub_group = range->sub_group;
    host_item = item;
    host_locals = locals;
    host_local_count = count;
    set_beside(0);
    run_launch(NULL, arguments, NULL);
    set_beside(1);
    if (!SANITIZED && write_only.count != 0) check_write_only(arguments);
}
