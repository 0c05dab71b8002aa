// simdiff: check --reference sum --port sum_rec --size n=0..8 => equivalent
// simdiff: check --reference sum --port sum_rec --arg 'p=in:u8[n]' => equivalent
// simdiff: check --reference sum --port sum_skips --arg 'p=in:u8[n]' => different
// simdiff: check --reference sum --port sum_turns => equivalent
// simdiff: check --reference fill --port fill_rec => equivalent
// simdiff: check --reference fill --port fill_over => defect
// simdiff: check --reference sum_rec --port sum_rec => equivalent
// simdiff: check --reference sum_rec --port sum --arg 'p=in:u8[n]' => equivalent
// A recursive function hands on a pointer that is moved: how far that goes no constant says.

int sum(const unsigned char *p, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += p[i];
    return s;
}

static int rest(const unsigned char *p, int n) {
    return n <= 0 ? 0 : p[0] + rest(p + 1, n - 1);
}

int sum_rec(const unsigned char *p, int n) {
    return rest(p, n);
}

// Leaves out one element of more than five.
static int skips(const unsigned char *p, int n) {
    return n <= 0 ? 0 : (n == 6 ? 0 : p[0]) + skips(p + 1, n - 1);
}

int sum_skips(const unsigned char *p, int n) {
    return skips(p, n);
}

// Two functions that call each other.
static int odd(const unsigned char *p, int n);
static int even(const unsigned char *p, int n) {
    return n <= 0 ? 0 : p[0] + odd(p + 1, n - 1);
}
static int odd(const unsigned char *p, int n) {
    return n <= 0 ? 0 : even(p + 1, n - 1) + p[0];
}

int sum_turns(const unsigned char *p, int n) {
    return even(p, n);
}

void fill(int *d, int n) {
    for (int i = 0; i < n; i++)
        d[i] = i;
}

void fill_rec(int *d, int n) {
    if (n > 0) {
        d[n - 1] = n - 1;
        fill_rec(d, n - 1);
    }
}

static void over(int *d, int at, int n) {
    *d = at;
    if (at < n)
        over(d + 1, at + 1, n);
}

// Writes an element too many.
void fill_over(int *d, int n) {
    over(d, 0, n);
}
