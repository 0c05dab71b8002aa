// simdiff: check --reference sum_ref --port sum_wrong --cpu haswell => different
// simdiff: check --reference sum_ref --port sum_right --cpu haswell => equivalent
#include <stdint.h>

// Blocks in a function of several versions, which a static function calls: the resolver of the
// function runs while the call is traced for the report.
#define BLOCKS(NAME, FACTOR)                                                                       \
    __attribute__((target_clones("default", "avx2"))) int NAME(const signed char *b, int n,        \
                                                               uint32_t *s)                        \
    {                                                                                              \
        int i = 0;                                                                                 \
        for (; i + 16 <= n; i += 16) {                                                             \
            for (int k = 0; k < 16; k++) {                                                         \
                *s += b[i + k] * (k == 3 ? FACTOR : 1);                                            \
            }                                                                                      \
        }                                                                                          \
        return i;                                                                                  \
    }

BLOCKS(blocks_right, 1)
BLOCKS(blocks_wrong, 2)

static uint32_t sum(int (*blocks)(const signed char *, int, uint32_t *), const signed char *b, int n)
{
    uint32_t s = 0;
    for (int i = blocks(b, n, &s); i < n; i++) {
        s += b[i];
    }
    return s;
}

static uint32_t wrong(const signed char *b, int n)
{
    uint32_t s = 0;
    for (int i = blocks_wrong(b, n, &s); i < n; i++) {
        s += b[i];
    }
    return s;
}

uint32_t sum_ref(const signed char *b, int n)
{
    uint32_t s = 0;
    for (int i = 0; i < n; i++) {
        s += b[i];
    }
    return s;
}

uint32_t sum_right(const signed char *b, int n) { return sum(blocks_right, b, n); }
uint32_t sum_wrong(const signed char *b, int n) { return wrong(b, n); }
