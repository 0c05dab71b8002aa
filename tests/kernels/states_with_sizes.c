// simdiff: check --reference sum --port sum_by_ring => different "n = 80"
// simdiff: check --reference sum --port sum_by_turns => different
// simdiff: check --reference sum --port sum_padded => different "n = 123"
// simdiff: check --reference sum --port sum_by_divisor => different "n = 210"
// simdiff: check --reference sum --port sum_right => equivalent
// A state that a loop carries meets a condition on the size: each has both outcomes at the usual
// sizes, and the code behind both never runs.

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
    int i = 0, s = 0, odd = 0;
    for (; i + 16 <= n; i += 16) {
        s += sum(a + i, 16);
        odd ^= 1;
    }
    if (odd && n - i == 7 && n > 64) i++;
    return s + sum(a + i, n - i);
}
int sum_padded(const uint8_t *a, int n)
{
    int p = 1;
    while (p < n) p *= 2;
    return sum(a, n - (p - n == 5 && n > 64));
}
static int divisor(int a, int b)
{
    while (b) {
        int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}
int sum_by_divisor(const uint8_t *a, int n)
{
    return sum(a, n) + (divisor(n, 900) == 30 && n > 64);
}
int sum_right(const uint8_t *a, int n)
{
    int i = 0, s = 0, odd = 0;
    for (; i + 16 <= n; i += 16) {
        s += sum(a + i, 16);
        odd ^= 1;
    }
    if (odd && n - i == 7) s += 0;
    return s + sum(a + i, n - i);
}
