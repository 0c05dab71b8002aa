// simdiff: check --reference increase --port increase_by_two => different
// simdiff: check --reference increase --port increase_by_helper => equivalent
// An inline helper that no file declares extern is called like any other.

inline int one(void) { return 1; }
inline int two(void) { return 2; }

void increase(const unsigned char *x, int *y, int n)
{
    for (int i = 0; i < n; i++) y[i] = x[i] + 1;
}

void increase_by_helper(const unsigned char *x, int *y, int n)
{
    for (int i = 0; i < n; i++) y[i] = x[i] + one();
}

void increase_by_two(const unsigned char *x, int *y, int n)
{
    for (int i = 0; i < n; i++) y[i] = x[i] + two();
}
