// simdiff: check inline_names.cl --reference bright --port bright_kernel --global n --size n=2 => different
// simdiff: check inline_names.cl --reference bright --port bright_clamped --global n --size n=2 => equivalent
// Inline functions of one name: the host's and the kernel's are two functions.

#include <stdint.h>

inline int limited(int x) { return x < 0 ? 0 : x > 255 ? 255 : x; }

void bright(const int16_t *a, uint8_t *d, int n)
{
    for (int i = 0; i < n; i++) d[i] = limited(a[i] + 8);
}
