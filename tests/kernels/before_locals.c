// simdiff: check --reference plain --port reads => defect "stack-buffer-underflow"
// simdiff: check --reference plain --port writes => defect "4 before its"
// simdiff: check --reference plain --port counts_down => defect
// simdiff: check --reference plain --port loads => defect
// simdiff: check --reference plain --port clears => defect
// simdiff: check --reference plain --port lends => defect
// simdiff: check --reference plain --port after_call => defect "stack-buffer-underflow"
// simdiff: check --reference plain --port reads --cflags -O2 => defect
// simdiff: check --reference plain --port counts_down --cflags -O2 => defect
// simdiff: check --reference plain --port within => equivalent
// simdiff: check --reference plain --port returned => defect "stack-use-after-return"

// Accesses before the first local of a stack: a local that has gone was never there.
#include <emmintrin.h>
#include <string.h>

int plain(const int *a) { return a[0] + a[1] + a[2]; }

int reads(const int *a) {
    int t[3] = {a[0], a[1], a[2]};
    int i = -1;
    i = t[i] & 0;
    return t[0] + t[1] + t[2] + i;
}

int writes(const int *a) {
    int t[3] = {a[0], a[1], a[2]};
    t[-1] = 5;
    return t[0] + t[1] + t[2];
}

int counts_down(const int *a) {
    int s = 0, t[3];
    for (int i = 2; i >= -1; i--)
        t[i] = a[i < 0 ? 0 : i];
    for (int i = 0; i < 3; i++)
        s += t[i];
    return s;
}

int loads(const int *a) {
    int t[4] = {0, a[0], a[1], a[2]};
    const int *p = t;
    __m128i v = _mm_loadu_si128((const __m128i *)(p - 1));
    return t[1] + t[2] + t[3] + (_mm_cvtsi128_si32(v) & 0);
}

int clears(const int *a) {
    char q[2];
    int t[3];
    memcpy(t, a, sizeof t);
    q[0] = 1;
    q[1] = 2;
    memset(q - 1, 0, 2);
    return t[0] + t[1] + t[2];
}

static int before(const int *p) { return p[-1] & 0; }

int lends(const int *a) {
    int t[3];
    memcpy(t, a, sizeof t);
    return t[0] + t[1] + t[2] + before(t);
}

static int __attribute__((noinline)) sum(const int *a) {
    volatile int t[3] = {a[0], a[1], a[2]};
    return t[0] + t[1] + t[2];
}

static int __attribute__((noinline)) sum_from_before(const int *a) {
    volatile int t[3] = {a[0], a[1], a[2]};
    return (t[-1] & 0) + t[0] + t[1] + t[2];
}

/* The locals of `sum` have gone when those of `sum_from_before` are made. */
int after_call(const int *a) {
    volatile int x = 0;
    x = sum(a) - sum(a);
    return sum_from_before(a) + x;
}

int within(const int *a) {
    int t[4] = {0, a[0], a[1], a[2]};
    const int *p = t + 1;
    return (p[-1] & 0) + p[0] + p[1] + p[2];
}

static int *gone(void) {
    int t[3] = {1, 2, 3};
    int *volatile p = t;
    return p;
}

int returned(const int *a) { return a[0] + a[1] + a[2] + (gone()[1] & 0); }
