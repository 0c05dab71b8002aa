// simdiff: check --reference best --port best_backwards --arg better=function:greater --size n=1..5 => equivalent "better=function:greater"
// simdiff: check --reference best --port best_backwards --arg better=function:nearer --size n=3 => different
// simdiff: check --reference apply --port apply_inline --arg o->f=function:halved --size o->n=0..5 => equivalent "o->f=function:halved"
// simdiff: check --reference apply --port apply_inline --arg o->f=function:doubled --size o->n=1..3 => different
// Functions that are passed, or that a structure has, are bound to one of the files.
#include <stdint.h>

typedef int (*order)(int32_t, int32_t);

int greater(int32_t a, int32_t b) { return a > b; }
static int nearer(int32_t a, int32_t b) { return (uint32_t)a % 16 < (uint32_t)b % 16; }

int32_t best(const int32_t *x, int n, order better)
{
    int32_t found = x[0];
    for (int i = 1; i < n; i++)
        if (better(x[i], found)) found = x[i];
    return found;
}

int32_t best_backwards(const int32_t *x, int n, order better)
{
    int32_t found = x[n - 1];
    for (int i = n - 2; i >= 0; i--)
        if (better(x[i], found)) found = x[i];
    return found;
}

struct operation {
    uint16_t (*f)(uint16_t);
    uint16_t *x;
    int n;
};

static uint16_t halved(uint16_t v) { return v / 2; }
static uint16_t doubled(uint16_t v) { return v * 2; }

void apply(struct operation *o)
{
    for (int i = 0; i < o->n; i++) o->x[i] = o->f(o->x[i]);
}

void apply_inline(struct operation *o)
{
    for (int i = 0; i < o->n; i++) o->x[i] >>= 1;
}
