// simdiff: check --reference feed --port feed_counted --size n=0..3 => equivalent "s=inout:struct state[1]"
// simdiff: check --reference feed --port feed_past_the_end => defect "read outside s"
// The state that a loop feeds is one object, also where it is handed to functions, where an
// index into a member is variable, and where no byte is fed.

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

struct state {
    uint32_t hash, total, used;
    uint8_t block[8];
};

static uint32_t mixed(uint32_t hash, const uint8_t *block)
{
    for (int i = 0; i < 8; i++) hash = (hash << 3 | hash >> 29) ^ block[i];
    return hash;
}

void feed(struct state *s, const uint8_t *p, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        s->block[s->used & 7] = p[i];
        s->used = (s->used & 7) + 1;
        s->total++;
        if (s->used == 8) s->hash = mixed(s->hash, s->block);
    }
}

void feed_counted(struct state *s, const uint8_t *p, size_t n)
{
    s->total += n;
    for (size_t i = 0; i < n; i++) {
        s->block[s->used & 7] = p[i];
        s->used = (s->used & 7) + 1;
        if (s->used == 8) s->hash = mixed(s->hash, s->block);
    }
}

void feed_past_the_end(struct state *s, const uint8_t *p, size_t n)
{
    __m128i block = _mm_loadu_si128((const __m128i *)s->block);
    feed(s, p, n);
    if (n == 0) s->hash += _mm_cvtsi128_si32(_mm_srli_si128(block, 12)) & 0;
}
