// simdiff: check --reference count --port count_late => equivalent
// simdiff: check --reference count --port count_all => different
// One object with atomic members is one object, though a loop updates it.

#include <atomic>
#include <cstdint>

struct Counters { std::atomic<uint32_t> hits, misses; };

void count(Counters *c, const uint8_t *a, int n)
{
    for (int i = 0; i < n; i++)
        if (a[i] & 1) c->hits.fetch_add(1);
        else c->misses.fetch_add(1);
}

void count_late(Counters *c, const uint8_t *a, int n)
{
    uint32_t hits = 0;
    for (int i = 0; i < n; i++) hits += a[i] & 1;
    c->hits += hits;
    c->misses += (n > 0 ? n : 0) - hits;
}

void count_all(Counters *c, const uint8_t *a, int n)
{
    c->hits += n > 0 ? n : 0;
}
