// Asynchronous copies between global and local memory, and prefetch (6.15.11).
//
// All items of a group reach a copy with the same arguments, and one of them copies. The
// executor attributes the accesses between `simdiff_copy` and `simdiff_copied` to the copy
// itself, until all items have waited for its event.

#include "device.h"

// Returns whether the copy is made now; natively it may be made at the wait instead. Steps
// are in elements of `size` bytes.
int simdiff_copy(const __generic void *to, const __generic void *from, size_t count,
    size_t to_step, size_t from_step, size_t size) __asm("simdiff.copy")
    __attribute__((convergent));
event_t simdiff_copied(event_t event) __asm("simdiff.copied") __attribute__((convergent));
void simdiff_wait(event_t event) __asm("simdiff.wait") __attribute__((convergent));

#define COPY(N, T, TO, FROM, BY_TO, BY_FROM)                                            \
    OVERLOADED event_t async_work_group_copy(TO T##N *to, const FROM T##N *from,        \
        size_t count, event_t event) {                                                  \
        int now = simdiff_copy(to, from, count, 1, 1, sizeof(T##N));                    \
        if (now && get_local_linear_id() == 0)                                          \
            for (size_t i = 0; i < count; i++)                                          \
                to[i] = from[i];                                                        \
        return simdiff_copied(event);                                                   \
    }                                                                                   \
    OVERLOADED event_t async_work_group_strided_copy(TO T##N *to, const FROM T##N *from, \
        size_t count, size_t stride, event_t event) {                                   \
        int now = simdiff_copy(to, from, count, BY_TO, BY_FROM, sizeof(T##N));          \
        if (now && get_local_linear_id() == 0)                                          \
            for (size_t i = 0; i < count; i++)                                          \
                to[i * BY_TO] = from[i * BY_FROM];                                      \
        return simdiff_copied(event);                                                   \
    }
#define PREFETCH(N, T) OVERLOADED void prefetch(const __global T##N *at, size_t count) {}
#define COPIES(T)                                                                       \
    EACH_SIZE(COPY, T, __local, __global, 1, stride)                                    \
    EACH_SIZE(COPY, T, __global, __local, stride, 1)                                    \
    EACH_SIZE(PREFETCH, T)
COPIES(char) COPIES(uchar) COPIES(short) COPIES(ushort) COPIES(int) COPIES(uint)
COPIES(long) COPIES(ulong) COPIES(half) COPIES(float) COPIES(double)

#define WAIT(SPACE)                                                                     \
    OVERLOADED void wait_group_events(int count, SPACE event_t *events) {               \
        for (int i = 0; i < count; i++) {                                               \
            int again = 0;                                                              \
            for (int j = 0; j < i; j++)                                                 \
                again |= __builtin_astype(events[i], size_t)                            \
                    == __builtin_astype(events[j], size_t);                             \
            if (!again)                                                                 \
                simdiff_wait(events[i]);                                                \
        }                                                                               \
    }
WAIT(__private) WAIT(__local) WAIT(__generic)
