// simdiff: check --reference scale --port scale_reading => equivalent "where `k` refers to the first element of d the reference gives the results that it gives otherwise, and the port does not"
// simdiff: check --reference scale --port scale_by_pairs => equivalent
// scale(d, n, d[0]): the reference copies the factor first, a port that reads it each time does not.

void scale(float *d, int n, const float &k)
{
    float factor = k;
    for (int i = 0; i < n; i++) d[i] *= factor;
}

void scale_reading(float *d, int n, const float &k)
{
    for (int i = 0; i < n; i++) d[i] *= k;
}

void scale_by_pairs(float *d, int n, const float &k)
{
    float factor = k;
    int i = 0;
    for (; i + 2 <= n; i += 2) {
        d[i] *= factor;
        d[i + 1] *= factor;
    }
    if (i < n) d[i] *= factor;
}
