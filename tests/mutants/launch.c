/*
 * Runs a kernel natively: every work-item a coroutine that goes on to the next barrier.
 * The program that includes it defines `call`, which calls the kernel, `setup`, which
 * says what it is given, and `launch` and `reverse`. It ends in 1 where not all items of
 * a group reach a barrier.
 */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

struct launch {
    uint64_t dimensions, global_size[3], local_size[3], global_offset[3], num_groups[3];
    uint64_t sub_group;
};
struct item {
    uint64_t local_id[3], group_id[3], local_size[3];
};
extern struct launch simdiff_launch;
extern struct item simdiff_item;

enum { PAGE = 4096, STACK = 64 << 10, MOST = 256, MOST_BUFFERS = 16 };

static struct { ucontext_t context; int waiting, finished; } items[MOST];
static ucontext_t scheduler;
static unsigned current;
static uint64_t state;
static struct { uint8_t *at; size_t size; } buffers[MOST_BUFFERS];
static unsigned count;

static void call(void);

static uint64_t next(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 33;
}

/* Memory that ends at a page that nobody may touch. */
static void *buffer(size_t size) {
    size_t pages = (size + PAGE - 1) / PAGE * PAGE;
    uint8_t *all = mmap(NULL, pages + 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(all + PAGE, pages, PROT_READ | PROT_WRITE);
    buffers[count].at = all + PAGE + pages - size;
    buffers[count].size = size;
    return buffers[count++].at;
}

static void integers(void *at, size_t size, size_t bytes, int64_t low, int64_t high) {
    for (size_t i = 0; i < size; i += bytes) {
        int64_t value = low + (int64_t)(next() % (uint64_t)(high - low + 1));
        memcpy((uint8_t *)at + i, &value, bytes);
    }
}

static void floats(void *at, size_t size) {
    for (size_t i = 0; i + 4 <= size; i += 4) {
        float value = (float)(next() % 64) / 8 - 4;
        memcpy((uint8_t *)at + i, &value, 4);
    }
}

/* What the library of the device does not do. */
void simdiff_unsupported(const char *function, const char *what) {
    fprintf(stderr, "%s: %s\n", function, what);
    _exit(2);
}

void simdiff_barrier(unsigned flags, unsigned scope) __asm("simdiff.barrier");
void simdiff_barrier(unsigned flags, unsigned scope) {
    (void)flags, (void)scope;
    items[current].waiting = 1;
    swapcontext(&items[current].context, &scheduler);
}

static void run(void) {
    call();
    items[current].finished = 1;
    swapcontext(&items[current].context, &scheduler);
}

static void place(uint64_t number, const uint64_t extents[3], uint64_t found[3]) {
    for (int d = 0; d < 3; d++) {
        found[d] = number % extents[d];
        number /= extents[d];
    }
}

static void launch_all(int reverse) {
    uint64_t size = 1, groups = 1;
    for (int d = 0; d < 3; d++) {
        size *= simdiff_launch.local_size[d];
        groups *= simdiff_launch.num_groups[d];
    }
    static uint8_t stacks[MOST][STACK];
    for (uint64_t g = 0; g < groups; g++) {
        for (uint64_t i = 0; i < size; i++) {
            items[i].finished = 0;
            getcontext(&items[i].context);
            items[i].context.uc_stack.ss_sp = stacks[i];
            items[i].context.uc_stack.ss_size = STACK;
            makecontext(&items[i].context, run, 0);
        }
        for (uint64_t finished = 0; finished < size;) {
            uint64_t waiting = finished = 0;
            for (uint64_t i = 0; i < size; i++) {
                current = reverse ? size - 1 - i : i;
                if (items[current].finished) continue;
                items[current].waiting = 0;
                place(current, simdiff_launch.local_size, simdiff_item.local_id);
                place(reverse ? groups - 1 - g : g, simdiff_launch.num_groups,
                      simdiff_item.group_id);
                memcpy(simdiff_item.local_size, simdiff_launch.local_size, 24);
                swapcontext(&scheduler, &items[current].context);
            }
            for (uint64_t i = 0; i < size; i++) {
                finished += items[i].finished;
                waiting += !items[i].finished && items[i].waiting;
            }
            if (finished != 0 && waiting != 0) exit(1);
        }
    }
}

static void setup(void);

int main(int argc, char **argv) {
    alarm(2);
    state = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    setup();
    launch_all(argc > 2);
    for (unsigned b = 0; b < count; b++) {
        for (size_t i = 0; i < buffers[b].size; i++) printf("%02x", buffers[b].at[i]);
        puts("");
    }
    return 0;
}
