// simdiff: check --reference move --port move_either_way => equivalent "each order was executed"
// simdiff: check --reference add --port add_between --size n=1..4 => different "in memory, a comes before d comes before b"
// simdiff: check --reference move --port move_but_one => different "in memory, from comes before to"
// simdiff: check --reference sum --port sum_ordered => different "in memory, b comes before a"
// simdiff: check --reference twice --port twice_unless_near => equivalent
// simdiff: check --reference twice --port twice_by_distance => different
// Which of two buffers comes first in memory: every order is executed where code looks at it.

#include <stddef.h>
#include <stdint.h>

void move(uint8_t *to, const uint8_t *from, int n)
{
    for (int i = 0; i < n; i++) to[i] = from[i];
}

void move_either_way(uint8_t *to, const uint8_t *from, int n)
{
    if (to < from)
        for (int i = 0; i < n; i++) to[i] = from[i];
    else
        for (int i = n - 1; i >= 0; i--) to[i] = from[i];
}

void move_but_one(uint8_t *to, const uint8_t *from, int n)
{
    if (to < from)
        for (int i = 0; i < n; i++) to[i] = from[i];
    else
        for (int i = n - 1; i > 0; i--) to[i] = from[i];
}

unsigned sum(const unsigned *a, const unsigned *b)
{
    return a[0] + b[0];
}

unsigned sum_ordered(const unsigned *a, const unsigned *b)
{
    return a < b ? a[0] + b[0] : a[0] - b[0];
}

void twice(unsigned *d, const unsigned *s, int n)
{
    for (int i = 0; i < n; i++) d[i] = 2 * s[i];
}

/* The test that compilers put before a loop that they vectorise. */
void twice_unless_near(unsigned *d, const unsigned *s, int n)
{
    int i = 0;
    if (d + n <= s || s + n <= d)
        for (; i + 4 <= n; i += 4)
            for (int j = 0; j < 4; j++) d[i + j] = 2 * s[i + j];
    for (; i < n; i++) d[i] = 2 * s[i];
}

void twice_by_distance(unsigned *d, const unsigned *s, int n)
{
    ptrdiff_t distance = (const char *)d - (const char *)s;
    for (int i = 0; i < n; i++) d[i] = distance > 0 ? 2 * s[i] : s[i];
}

void add(unsigned char *d, const unsigned char *a, const unsigned char *b, int n)
{
    for (int i = 0; i < n; i++) d[i] = a[i] + b[i];
}

void add_between(unsigned char *d, const unsigned char *a, const unsigned char *b, int n)
{
    int between = a < d && d < b;
    for (int i = 0; i < n; i++) d[i] = between ? a[i] - b[i] : a[i] + b[i];
}
