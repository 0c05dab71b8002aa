/* One kernel a verdict. */
#include <emmintrin.h>

void scale(const float *src, float *dst, int n, float k)
{
    for (int i = 0; i < n; i++)
        dst[i] = src[i] * k;
}

void scale_sse(const float *src, float *dst, int n, float k)
{
    int i = 0;
    for (; i + 4 <= n; i += 4)
        _mm_storeu_ps(dst + i, _mm_mul_ps(_mm_set1_ps(k), _mm_loadu_ps(src + i)));
    for (; i < n; i++)
        dst[i] = src[i] * k;
}

/* Different: sums in another order. */
float sum(const float *src, int n)
{
    float total = 0.0f;
    for (int i = 0; i < n; i++)
        total += src[i];
    return total;
}

float sum_backwards(const float *src, int n)
{
    float total = 0.0f;
    for (int i = n; i > 0; i--)
        total += src[i - 1];
    return total;
}

/* A defect: whole vectors only, past the end. */
void scale_overrun(const float *src, float *dst, int n, float k)
{
    for (int i = 0; i < n; i += 4)
        _mm_storeu_ps(dst + i, _mm_mul_ps(_mm_set1_ps(k), _mm_loadu_ps(src + i)));
}

/* Its last round is one too many; the contract says so. */
void scale_one_more(const float *src, float *dst, int n, float k)
{
    for (int i = 0; i <= n; i++)
        dst[i] = src[i] * k;
}

/* Undecided: nobody knows what it calls. */
float tuned(float x, float k);

void scale_tuned(const float *src, float *dst, int n, float k)
{
    for (int i = 0; i < n; i++)
        dst[i] = tuned(src[i], k);
}
