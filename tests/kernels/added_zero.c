// simdiff: check --reference total --port total_of_sums => equivalent
// simdiff: check --reference total --port total_from_first => different "signed-zero"
// simdiff: check --reference total --port total_in_pairs --assume-associative => equivalent
// simdiff: check --reference product --port product_fused --cflags='-mfma -ffp-contract=off' => equivalent
// simdiff: check --reference product --port product_without_zero --cflags='-mfma -ffp-contract=off' => different
// simdiff: check --reference gap --port gap_of_sums => different "signed-zero"
// simdiff: check --reference widened --port widened_before => equivalent
// simdiff: check --reference positive --port positive_with_zero => equivalent
// What adding +0 changes is -0, and only the first time.

#include <math.h>

float total(float a, float b, float c) {
    float sum = 0;
    sum += a;
    sum += b;
    sum += c;
    return sum;
}
float total_of_sums(float a, float b, float c) {
    float x = 0.0f + a, y = b + 0.0f;
    return (x + y) + (0.0f + c);
}
float total_from_first(float a, float b, float c) { return a + b + c; }
float total_in_pairs(float a, float b, float c) { return (0.0f + a) + (b + c); }

float product(float a, float b) { return a * b + 0.0f; }
float product_fused(float a, float b) { return 0.0f + fmaf(b, a, 0.0f); }
float product_without_zero(float a, float b) { return fmaf(a, b, 0.0f); }

float gap(float a, float b) { return a - b; }
float gap_of_sums(float a, float b) { return a - (b + 0.0f); }

double widened(float a, float b) { return (double)(a + 0.0f) + b; }
double widened_before(float a, float b) { return 0.0 + ((double)a + b); }

int positive(float a) { return a > 0; }
int positive_with_zero(float a) { return a + 0.0f > 0; }
