// simdiff: check --reference little --port big_in_gcc => equivalent "attribute scalar_storage_order"
// simdiff: check --reference sum --port sum_in_any_order => equivalent "attribute optimize (ignored_attributes.c:35)"
// simdiff: check --reference sum --port sum_in_any_order --cflags='-Werror -Wall' => equivalent "(ignored_attributes.c:41)"
// simdiff: check --reference sum --port sum_reversed => different
//
// gcc heeds these attributes and pragmas, clang ignores them with a warning: in gcc's
// programs big_in_gcc differs from little, and sums are taken in any order.
#include <stdint.h>
#include <string.h>

struct __attribute__((scalar_storage_order("big-endian"))) word {
    uint32_t value;
};

uint32_t little(const uint8_t *p)
{
    return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t)p[3] << 24;
}

uint32_t big_in_gcc(const uint8_t *p)
{
    struct word word;
    memcpy(&word, p, 4);
    return word.value;
}

float sum(float a, float b, float c)
{
    return a + b + c;
}

/* A level of optimisation changes no values, and is not named. */
__attribute__((optimize("O3"), noclone))
float sum_reversed(float a, float b, float c) { return c + b + a; }
__attribute__((optimize("fast-math"))) float sum_in_any_order(float a, float b, float c)
{
    return a + b + c;
}

#pragma GCC push_options
#pragma GCC optimize("-ffast-math")
float unused(float a, float b) { return a + b - a; }
#pragma GCC pop_options
