// simdiff: check --reference sum --port sum_by_ring --cflags -O1 => different "n = 80"
// simdiff: check --reference sum --port sum_by_turns --cflags -O1 => different
// simdiff: check --reference sum --port sum_by_ring --port-flags -O1 => different "n = 80"
// simdiff: check --reference sum --port sum_right --cflags -O1 => equivalent
// simdiff: check --reference sum --port sum_of_marked --cflags -O1 => equivalent
// simdiff: check --reference place_of_zero --port place_of_end --cflags -O2 => equivalent
// simdiff: check --reference sum --port sum_in_memory --cflags -O1 => different "n = 80"
// simdiff: check --reference sum --port sum_in_ring --cflags -O1 => equivalent
// clang makes one value of conditions that meet; its source shows that they never met.

#include <stdint.h>

int sum(const uint8_t *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}

int sum_by_ring(const uint8_t *a, int n)
{
    int s = 0, at = 0;
    for (int i = 0; i < n; i++) {
        s += a[i];
        at = at == 22 ? 0 : at + 1;
    }
    return s - (at == 11 && n > 60);
}
int sum_by_turns(const uint8_t *a, int n)
{
    int s = 0, odd = 0;
    for (int i = 0; i < n; i++) {
        s += a[i];
        odd ^= 1;
    }
    return s + (odd && n > 70);
}
int sum_right(const uint8_t *a, int n)
{
    int s = 0, odd = 0;
    for (int i = 0; i < n; i++) {
        s += a[i];
        odd ^= 1;
    }
    return odd && n > 3 ? s : s + 0;
}
int sum_of_marked(const uint8_t *a, int n)
{
    int s = 0, last = 300;
    for (int i = 0; i < n; i++) {
        s += a[i];
        if (a[i] == 255 && last == 254) s += 0;
        last = a[i];
    }
    return s;
}

// Where an input may end the loop before, its sizes alone do not lead behind it.
int place_of_zero(const uint8_t *a, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] == 0) return i;
    return n > 5 ? -1 : -2;
}

int place_of_end(const uint8_t *a, int n)
{
    int i = 0;
    while (i < n && a[i]) i++;
    if (i < n) return i;
    return n > 5 ? -1 : -2;
}

// The state may be in memory.
struct ring {
    int at;
    int sum;
};

static void put(struct ring *r, uint8_t x)
{
    r->sum += x;
    r->at = r->at == 22 ? 0 : r->at + 1;
}

int sum_in_memory(const uint8_t *a, int n)
{
    struct ring r = {0, 0};
    for (int i = 0; i < n; i++) put(&r, a[i]);
    if (r.at == 11 && n > 60) r.sum--;
    return r.sum;
}

int sum_in_ring(const uint8_t *a, int n)
{
    struct ring r = {0, 0};
    for (int i = 0; i < n; i++) put(&r, a[i]);
    return r.sum;
}
