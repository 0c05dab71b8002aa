// simdiff: check --reference poles --port copied --assume-finite => undecided "the assumptions about floats exclude every input"
// simdiff: check --reference poles --port copied => different
// simdiff: check --reference root --port passed --assume-ordered => undecided "return value meets"
// simdiff: check --reference first_root --port second_root --assume-finite => equivalent
// simdiff: check --reference largest --port largest_swapped --assume-finite => equivalent
// simdiff: check --reference partly --port partly_constant --assume-finite => undecided "d[1] meets"
// Where assumptions leave no input, any port is equal: nothing is claimed. An infinite constant
// excludes nothing.

#include <math.h>

void poles(float *d, const float *s, int n) { for (int i = 0; i < n; i++) d[i] = s[i] / 0.0f; }
void copied(float *d, const float *s, int n) { for (int i = 0; i < n; i++) d[i] = s[i]; }

float root(float x) { return sqrtf(-1.0f - x * x); }
float passed(float x) { return x; }

float first_root(float x) { return sqrtf(x) + 0.0f; }
float second_root(float x) { return 0.0f + sqrtf(x); }

float largest(const float *s, int n)
{
    float m = -INFINITY;
    for (int i = 0; i < n; i++) m = s[i] > m ? s[i] : m;
    return m;
}
float largest_swapped(const float *s, int n)
{
    float m = -INFINITY;
    for (int i = 0; i < n; i++) m = m < s[i] ? s[i] : m;
    return m;
}

void partly(float *d, const float *s) { d[0] = s[0], d[1] = s[1] / 0.0f; }
void partly_constant(float *d, const float *s) { d[0] = s[0], d[1] = 5; }
