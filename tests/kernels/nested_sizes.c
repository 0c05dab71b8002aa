// simdiff: check --reference raised --port raised_by_cases => different "w = 16"
// simdiff: check --reference raised --port raised_nested => different "n = 73"
// simdiff: check --reference raised --port raised_right => equivalent
// simdiff: check --reference raised --port raised_product => different
// simdiff: check --reference raised --port raised_table => different
// simdiff: check --reference raised --port raised_pointer => different
// simdiff: check --reference raised --port raised_power => different "n = 128"
// simdiff: check --reference raised --port raised_power --cflags -O1 => different "n = 128"
// simdiff: check --reference raised --port raised_lowest => different
// Conditions on sizes that lead to a value together, without a branch between them: sizes at
// which all of them hold are executed.

void raised(const int *s, int *d, int n, int w) { for (int i = 0; i < n; i++) d[i] = s[i] + 1; }

static void add(const int *s, int *d, int n, int k) { for (int i = 0; i < n; i++) d[i] = s[i] + k; }

void raised_by_cases(const int *s, int *d, int n, int w)
{
    int k = 1;
    switch (w) {
    case 16:
        switch (n) {
        case 6: k = 2;
        }
        break;
    case 8: k = 1;
    }
    add(s, d, n, k);
}
void raised_nested(const int *s, int *d, int n, int w)
{
    int k = 1;
    if (n > 70)
        if (n % 16 == 9) k = 2;
    add(s, d, n, k);
}
void raised_right(const int *s, int *d, int n, int w)
{
    int k = 2;
    if (n > 70)
        if (n % 16 == 9) k = n % 16 - 7;
    add(s, d, n, k - 1);
}
void raised_product(const int *s, int *d, int n, int w) { add(s, d, n, 1 + (w == 21) * (n == 4)); }
void raised_table(const int *s, int *d, int n, int w)
{
    static const int steps[2][2] = {{1, 1}, {1, 2}};
    add(s, d, n, steps[w == 21][n == 4]);
}
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
void raised_pointer(const int *s, int *d, int n, int w)
{
    int (*step)(int) = one;
    if (w == 21)
        if (n == 4) step = two;
    for (int i = 0; i < n; i++) d[i] = step(s[i]);
}
void raised_power(const int *s, int *d, int n, int w)
{
    int k = 1;
    if (n > 70 && (n & (n - 1)) == 0) k = 2;
    add(s, d, n, k);
}
void raised_lowest(const int *s, int *d, int n, int w)
{
    int k = 1;
    if (n > 70 && (n & -n) == 32) k = 2;
    add(s, d, n, k);
}
