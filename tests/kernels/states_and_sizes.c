// simdiff: check --reference sum --port sum_by_and => different "n = 97"
// simdiff: check --reference sum --port sum_by_and --cflags -O1 => different "n = 97"
// simdiff: check --reference sum --port sum_by_product => different "n = 97"
// simdiff: check --reference sum --port sum_by_table => different "n = 97"
// simdiff: check --reference sum --port sum_by_two_states => different
// simdiff: check --reference sum --port sum_by_state => equivalent
// simdiff: check --reference sum --port sum_behind_a_constant => different "n = 419"
// Arithmetic on conditions lets a state and a size meet without a branch: no formula says at which
// sizes, so each is tried.

#include <stdint.h>

#define SUM_AND_STATE                        \
    unsigned s = 0, w = 0;                   \
    for (int i = 0; i < n; i++) {            \
        s += a[i];                           \
        w = w == 22 ? 0 : w + 1;             \
    }

unsigned sum(const uint8_t *a, int n)
{
    unsigned s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s;
}
unsigned sum_by_and(const uint8_t *a, int n)
{
    SUM_AND_STATE
    return s + ((w == 5) & (n > 80));
}
unsigned sum_by_product(const uint8_t *a, int n)
{
    SUM_AND_STATE
    return s + (w == 5) * (n > 80);
}
unsigned sum_by_table(const uint8_t *a, int n)
{
    static const uint8_t table[4] = {0, 0, 0, 1};
    SUM_AND_STATE
    return s + table[(w == 5) | (n > 80) << 1];
}
unsigned sum_by_two_states(const uint8_t *a, int n)
{
    unsigned s = 0, p = 0, q = 0;
    for (int i = 0; i < n; i++) {
        s += a[i];
        p = p == 16 ? 0 : p + 1;
        q = q == 18 ? 0 : q + 1;
    }
    return s + ((p == 3) & (q == 7));
}
unsigned sum_by_state(const uint8_t *a, int n)
{
    SUM_AND_STATE
    return s + ((w == 5) & (n > 80) & (n % 23 != 5));
}
// The state has that value at one of the sizes behind the constant.
unsigned sum_behind_a_constant(const uint8_t *a, int n)
{
    SUM_AND_STATE
    return s + ((w == 5) & (n > 400));
}
