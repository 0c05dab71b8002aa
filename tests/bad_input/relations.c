// Inputs of many kinds.
struct limits {
    int lo, hi;
    float weights[4];
};

int inside(const struct limits *p, const int *x, int n, int least, float most, int at)
{
    int count = 0;
    for (int i = 0; i < n; i++) count += x[i] >= p->lo && x[i] <= p->hi && x[i] >= least && most > 0 && at;
    return count;
}
