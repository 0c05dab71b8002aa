// simdiff: check --reference copied --port copied_far --size n=4 => defect "write outside x"
// An index into one buffer never leads to another one, however large it is.

#include <stdint.h>

void copied(const int32_t *x, int32_t *y, int n)
{
    for (int i = 0; i < n; i++) y[i] = x[i];
}

void copied_far(const int32_t *x, int32_t *y, int n)
{
    for (int i = 0; i < n; i++) ((int32_t *)x)[i + 16400] = x[i];
    (void)y;
}
