// simdiff: check --reference products --port products_backwards => defect "--arg 'x=in:u8[n+1]@1'"
// simdiff: check --reference products --port products_backwards --arg 'x=in:u8[n+1]@1' => equivalent
// The reference reads an element before the pointer: the report says how it is given.

#include <stdint.h>

int products(const uint8_t *x, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i - 1];
    return sum;
}

int products_backwards(const uint8_t *x, int n)
{
    int sum = 0;
    for (int i = n - 1; i >= 0; i--)
        sum += x[i - 1] * x[i];
    return sum;
}
