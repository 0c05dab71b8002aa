// simdiff: check --reference sum --port sum_of_products --size n=0..12 => equivalent
// simdiff: check --reference sum --port sum_of_masked --size n=0..12 => equivalent
// simdiff: check --reference sum --port sum_but_one --size n=0..12 => different
// A truth value chooses, multiplies or masks.

#include <stdbool.h>
#include <stdint.h>

int32_t sum(const bool *taken, const int16_t *x, int n) {
    int32_t s = 0;
    for (int i = 0; i < n; i++)
        if (taken[i]) s += x[i];
    return s;
}

int32_t sum_of_products(const bool *taken, const int16_t *x, int n) {
    int32_t s = 0;
    for (int i = 0; i < n; i++) s += taken[i] * x[i];
    return s;
}

int32_t sum_of_masked(const bool *taken, const int16_t *x, int n) {
    int32_t s = 0;
    for (int i = 0; i < n; i++) s += x[i] & -(taken[i] == 1);
    return s;
}

int32_t sum_but_one(const bool *taken, const int16_t *x, int n) {
    int32_t s = 0;
    for (int i = 0; i < n; i++) s += x[i] & (i == 9 ? -1 : -taken[i]);
    return s;
}
