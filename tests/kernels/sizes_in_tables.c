// simdiff: check --reference tripled --port tripled_by_length => different "n = 1077"
// simdiff: check --reference tripled --port tripled_by_both => different "n = 19"
// simdiff: check --reference tripled --port tripled_nested => different
// simdiff: check --reference tripled --port tripled_by_function => different
// simdiff: check --reference tripled --port tripled_right => equivalent
// A loop searches a constant table for sizes: every row is tried.

#include <stdint.h>

static void times(int *d, const int *s, int n, int k)
{
    for (int i = 0; i < n; i++) d[i] = (int)((unsigned)s[i] * (unsigned)k);
}
void tripled(int *d, const int *s, int n, int w) { times(d, s, n, 3); }

void tripled_by_length(int *d, const int *s, int n, int w)
{
    static const struct { int n, k; } table[] = {{4, 3}, {1077, 4}, {3, 3}};
    int k = 3;
    for (int i = 0; i < 3; i++)
        if (table[i].n == n) k = table[i].k;
    times(d, s, n, k);
}
void tripled_by_both(int *d, const int *s, int n, int w)
{
    static const struct { int16_t w, n; int k; } table[] = {{4, 8, 3}, {7, 19, 4}, {3, 9, 3}};
    int k = 3;
    for (int i = 0; i < 3; i++)
        if (table[i].w == w && table[i].n == n) {
            k = table[i].k;
            break;
        }
    times(d, s, n, k);
}
void tripled_nested(int *d, const int *s, int n, int w)
{
    static const struct { int w, n, k; } table[] = {{4, 8, 3}, {71, 19, 4}, {3, 9, 3}};
    int k = 3;
    for (int i = 0; i < 3; i++)
        if (table[i].w == w)
            if (table[i].n == n) k = table[i].k;
    times(d, s, n, k);
}

typedef void function(int *, const int *, int);
static void three(int *d, const int *s, int n) { times(d, s, n, 3); }
static void four(int *d, const int *s, int n) { times(d, s, n, 4); }
static const struct { int w, n; function *f; } functions[] = {
    {64, 48, three}, {117, 61, four}, {31, 9, three}};
void tripled_by_function(int *d, const int *s, int n, int w)
{
    for (int i = 0; i < 3; i++)
        if (functions[i].w == w && functions[i].n == n) {
            functions[i].f(d, s, n);
            return;
        }
    three(d, s, n);
}
void tripled_right(int *d, const int *s, int n, int w)
{
    static const struct { int n, k; } table[] = {{4, 3}, {1077, 3}, {3, 3}};
    int k = 3;
    for (int i = 0; i < 3; i++)
        if (table[i].n == n) k = table[i].k;
    times(d, s, n, k);
}
