/* The primitives of a host of OpenCL (opencl-runtime/host/host.h), natively: commands are
 * carried out by the host itself, as soon as what they wait for is complete. Under
 * ThreadSanitizer each command is a thread, and only what orders commands orders two of
 * them.
 *
 * A request to a program built with HOST ends with a byte: 1 to carry commands out only
 * when the host waits.
 */

enum { MOST_COMMANDS = 1 << 16, MOST_WAITS = 1 << 18 };

static unsigned commands;
/* What waits for what: pairs of the later one and the earlier one. */
static struct { unsigned later, earlier; } waits[MOST_WAITS];
static unsigned wait_count;
/* Where ThreadSanitizer is told that a command is complete, and that it may begin. */
static char complete[MOST_COMMANDS], may_begin;
static void *host_thread;

void *simdiff_new(size_t size, const char *name);
UNSEEN void *simdiff_new(size_t size, const char *name) {
    (void)name;
    return malloc(size);
}

void simdiff_unsupported(const char *function, const char *what) __attribute__((noreturn));
UNSEEN void simdiff_unsupported(const char *function, const char *what) {
    (void)what;
    finish(DIVERGED, 0, function);
}

void simdiff_build(const char *, size_t, const char *) __asm("simdiff.host.build")
    __attribute__((noreturn));
UNSEEN void simdiff_build(const char *source, size_t length, const char *options) {
    (void)source, (void)length, (void)options;
    finish(DIVERGED, 0, "clBuildProgram");
}

unsigned simdiff_enqueued(const char *) __asm("simdiff.host.enqueued");
UNSEEN unsigned simdiff_enqueued(const char *name) {
    (void)name;
    if (++commands == MOST_COMMANDS) finish(DIVERGED, 0, "too many commands");
    return commands;
}

void simdiff_order(unsigned, unsigned) __asm("simdiff.host.order");
UNSEEN void simdiff_order(unsigned later, unsigned earlier) {
    if (wait_count == MOST_WAITS) finish(DIVERGED, 0, "too many commands");
    waits[wait_count].later = later;
    waits[wait_count++].earlier = earlier;
}

/* Whoever runs comes after all that comes before a command. */
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

void simdiff_begin(unsigned) __asm("simdiff.host.begin");
UNSEEN void simdiff_begin(unsigned command) {
    if (__tsan_create_fiber == NULL) return;
    __tsan_release(&may_begin);
    host_thread = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(__tsan_create_fiber(0), UNSYNCHRONISED);
    __tsan_acquire(&may_begin);
    acquire_before(command);
}

void simdiff_end(unsigned) __asm("simdiff.host.end");
UNSEEN void simdiff_end(unsigned command) {
    if (__tsan_create_fiber == NULL) return;
    __tsan_release(&complete[command]);
    __tsan_switch_to_fiber(host_thread, UNSYNCHRONISED);
}

UNSEEN static void give_up(const char *text) {
    if (write(2, text, strlen(text)) < 0) _exit(TROUBLE);
    raise(SIGABRT);
    _exit(TROUBLE);
}

void simdiff_mapped(unsigned) __asm("simdiff.host.mapped") __attribute__((noreturn));
UNSEEN void simdiff_mapped(unsigned command) {
    (void)command;
    give_up("MappedInUse: a command uses a buffer that is mapped for writing\n");
    _exit(TROUBLE);
}

void simdiff_await(unsigned, unsigned) __asm("simdiff.host.wait");
UNSEEN void simdiff_await(unsigned command, unsigned is_complete) {
    if (!is_complete) give_up("Deadlock: the host waits for a command that never runs\n");
    if (__tsan_acquire == NULL) return;
    __tsan_acquire(&complete[command]);
    acquire_before(command);
}

static uint8_t delayed;

static void read_host(void) { get(&delayed, 1); }

unsigned simdiff_is_delayed(void) __asm("simdiff.host.is_delayed");
UNSEEN unsigned simdiff_is_delayed(void) { return delayed; }

unsigned simdiff_is_known(unsigned) __asm("simdiff.host.is_known");
UNSEEN unsigned simdiff_is_known(unsigned command) {
    (void)command;
    return 1;
}

struct host_range {
    uint64_t dimensions, global[3], local[3], offset[3];
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
    host_item = item;
    host_locals = locals;
    host_local_count = count;
    run_launch(NULL, arguments, NULL);
}
