// simdiff: check --reference weighted --port weighted_unguarded => defect null-read "w=const:0"
// simdiff: check --reference weighted --port weighted_unguarded --arg 'w=in:f32[n]' --size n=1..8 => equivalent
// simdiff: check --reference weighted --port weighted_unguarded --arg 'w=const:0' --size n=1..8 => defect null-read
// simdiff: check --reference weighted --port weighted_wrong => different "w is null"
// simdiff: check --reference weighted --port weighted_hoisted => equivalent
// simdiff: check --reference positive --port positive_counted => defect null-write
// A pointer that the reference tests may be null.

#include <stddef.h>

void weighted(const float *s, const float *w, float *d, int n)
{
    for (int i = 0; i < n; i++) d[i] = w ? s[i] * w[i] : s[i];
}

void weighted_unguarded(const float *s, const float *w, float *d, int n)
{
    for (int i = 0; i < n; i++) d[i] = s[i] * w[i];
}

void weighted_wrong(const float *s, const float *w, float *d, int n)
{
    for (int i = 0; i < n; i++) d[i] = w ? s[i] * w[i] : 0;
}

void weighted_hoisted(const float *s, const float *w, float *d, int n)
{
    if (w == NULL) {
        for (int i = 0; i < n; i++) d[i] = s[i];
        return;
    }
    for (int i = 0; i < n; i++) d[i] = s[i] * w[i];
}

unsigned positive(const int *x, int n, int *count)
{
    unsigned sum = 0;
    int found = 0;
    for (int i = 0; i < n; i++)
        if (x[i] > 0) {
            sum += (unsigned)x[i];
            found++;
        }
    if (count != NULL) *count = found;
    return sum;
}

unsigned positive_counted(const int *x, int n, int *count)
{
    unsigned sum = 0;
    *count = 0;
    for (int i = 0; i < n; i++)
        if (x[i] > 0) {
            sum += (unsigned)x[i];
            ++*count;
        }
    return sum;
}
