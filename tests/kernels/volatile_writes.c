// simdiff: check --reference start --port start => equivalent
// simdiff: check --reference start --port start_split => equivalent
// simdiff: check --reference start --port start_lost => undecided
// simdiff: check --reference start --port start_swapped => undecided
// simdiff: check --reference start --port start_twice => undecided
// simdiff: check --reference start --port start_lost --arg 'r=out:u32[1]' => equivalent
// simdiff: check --reference choose --port choose_by_value => equivalent
// simdiff: check --reference choose --port choose_wrong => undecided
// simdiff: check --reference maybe --port maybe_again => equivalent
// simdiff: check --reference maybe --port maybe_always => undecided
// simdiff: check --reference fill --port fill_two --size n=0..6 => equivalent
// simdiff: check --reference fill --port fill_backwards --size n=0..6 => undecided
// Each write to a volatile object is seen by others.

#include <stdint.h>

void start(volatile uint32_t *r, uint32_t v) {
    *r = v;
    *r = v | 1;
}

void start_split(volatile uint32_t *r, uint32_t v) {
    *r = (v & 0xffff0000u) + (v & 0xffffu);
    *r = v % 2 ? v : v + 1;
}

// The first write is lost.
void start_lost(volatile uint32_t *r, uint32_t v) {
    *r = v | 1;
}

// The last value is right.
void start_swapped(volatile uint32_t *r, uint32_t v) {
    *r = v | 3;
    *r = v | 1;
}

void start_twice(volatile uint32_t *r, uint32_t v) {
    *r = v;
    *r = v;
    *r = v | 1;
}

void choose(volatile uint32_t *r, uint32_t v) {
    if (v > 7)
        *r = v;
    else
        *r = 7;
    *r = 0;
}

void choose_by_value(volatile uint32_t *r, uint32_t v) {
    *r = v > 7 ? v : 7;
    *r = 0;
}

void choose_wrong(volatile uint32_t *r, uint32_t v) {
    *r = v > 8 ? v : 7;
    *r = 0;
}

void maybe(volatile uint32_t *r, uint32_t v) {
    if (v & 1)
        *r = 3;
    *r = 0;
}

void maybe_again(volatile uint32_t *r, uint32_t v) {
    if (v % 2)
        *r = 3;
    *r = 0;
}

void maybe_always(volatile uint32_t *r, uint32_t v) {
    *r = 3;
    *r = 0;
}

void fill(volatile uint8_t *r, int n) {
    for (int i = 0; i < n; i++)
        r[i] = (uint8_t)i;
}

void fill_two(volatile uint8_t *r, int n) {
    int i = 0;
    for (; i + 2 <= n; i += 2) {
        r[i] = (uint8_t)i;
        r[i + 1] = (uint8_t)(i + 1);
    }
    if (i < n)
        r[i] = (uint8_t)i;
}

void fill_backwards(volatile uint8_t *r, int n) {
    for (int i = n - 1; i >= 0; i--)
        r[i] = (uint8_t)i;
}
