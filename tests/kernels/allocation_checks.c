// simdiff: check --reference reverse --port reverse_checked => equivalent "an allocation would have to fail"
// simdiff: check --reference reverse_checked --port reverse_wrong => defect uninitialised-output
// simdiff: check --reference reverse_checked --port reverse_zeroed => equivalent
// simdiff: check --reference reverse_checked --port reverse_large => undecided "n=100001"
// Code for an allocation that fails, which none does.

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int reverse(const uint8_t *s, uint8_t *d, size_t n)
{
    for (size_t i = 0; i < n; i++) d[i] = s[n - 1 - i];
    return 0;
}

int reverse_checked(const uint8_t *s, uint8_t *d, size_t n)
{
    uint8_t *t = malloc(n + 1);
    if (!t) return -1;
    for (size_t i = 0; i < n; i++) t[n - 1 - i] = s[i];
    memcpy(d, t, n);
    free(t);
    return 0;
}

int reverse_zeroed(const uint8_t *s, uint8_t *d, size_t n)
{
    uint8_t *t = calloc(n + 1, 1);
    if (t == NULL) abort();
    for (size_t i = 0; i < n; i++) t[i] = s[n - 1 - i];
    memcpy(d, t, n);
    free(t);
    return 0;
}

int reverse_wrong(const uint8_t *s, uint8_t *d, size_t n)
{
    uint8_t *t = malloc(n + 1);
    if (!t) return -1;
    for (size_t i = 0; i < n; i++) t[n - i] = s[i];
    memcpy(d, t, n);
    free(t);
    return 0;
}

/* Wrong where it takes a larger block. */
int reverse_large(const uint8_t *s, uint8_t *d, size_t n)
{
    uint8_t *t = malloc(n > 100000 ? n / 2 : n + 1);
    if (!t) return -1;
    for (size_t i = 0; i < n; i++) t[n - 1 - i] = s[i];
    memcpy(d, t, n);
    free(t);
    return 0;
}
