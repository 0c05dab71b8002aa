// simdiff: check --reference flip --port flip_by_sum => equivalent
// simdiff: check --reference flip --port flip_by_less => different
// simdiff: check --reference count_valid --port count_valid_by_rest => equivalent
// The least 64-bit integer is a constant like others.

#include <stdint.h>

void flip(uint64_t *a, int n)
{
    for (int i = 0; i < n; i++) a[i] ^= 1ull << 63;
}
void flip_by_sum(uint64_t *a, int n)
{
    for (int i = 0; i < n; i++) a[i] += 0x8000000000000000u;
}
void flip_by_less(uint64_t *a, int n)
{
    for (int i = 0; i < n; i++) a[i] += 0x7fffffffffffffffu;
}

int count_valid(const int64_t *a, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++) count += a[i] != INT64_MIN;
    return count;
}
int count_valid_by_rest(const int64_t *a, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++) count += (uint64_t)a[i] << 1 != 0 || a[i] == 0;
    return count;
}
