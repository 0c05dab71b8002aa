// simdiff: check --reference divide --port divide_again => equivalent "such inputs are left out"
// simdiff: check --reference divide --port divide_wrong => different
// simdiff: check --reference divide --port divide_less => defect
// simdiff: check --reference divide_or_zero --port divide => defect
// simdiff: check --reference divide --port divide_or_zero => equivalent
// simdiff: check --reference divide --port divide --undefined division=defect => defect
// simdiff: check --reference asserts --port asserts_again => equivalent
// simdiff: check --reference asserts --port asserts_wrong => different
// simdiff: check --reference asserts --port asserts_more => defect
// simdiff: check --reference asserts --port aborts => equivalent
// simdiff: check --reference aborts --port asserts => equivalent
// simdiff: check --reference divide_or_zero --port asserts => defect
// simdiff: check --reference quotients --port quotients_again => equivalent
// simdiff: check --reference quotients --port quotients_wrong => different
// simdiff: check --reference quotients --port quotients_beyond --size n=4 => defect
// simdiff: check --reference checked --port checked_again --size n=0..6 => equivalent
// simdiff: check --reference checked --port checked_wrong => different
// simdiff: check --reference never --port never => undecided
// Where the reference divides by zero or fails an assertion, its callers must not go, and
// nothing is claimed; a port that fails anywhere else is a defect.

#include <assert.h>
#include <stdlib.h>

unsigned divide(unsigned a, unsigned b) {
    return a / b;
}

unsigned divide_again(unsigned a, unsigned b) {
    unsigned q = b == 1 ? a : a / b;
    return q;
}

unsigned divide_wrong(unsigned a, unsigned b) {
    return b == 7 && a > 100 ? 3 : a / b;
}

// Divides by zero where the reference does not.
unsigned divide_less(unsigned a, unsigned b) {
    return a / b + 0 * (a / (b - 1 ? b - 1 : b - 1));
}

unsigned divide_or_zero(unsigned a, unsigned b) {
    return b ? a / b : 0;
}

unsigned asserts(unsigned a, unsigned b) {
    assert(b);
    return a / b;
}

unsigned asserts_again(unsigned a, unsigned b) {
    assert(b != 0);
    return a / b;
}

unsigned asserts_wrong(unsigned a, unsigned b) {
    assert(b != 0);
    return a / b + (a == 5 && b == 2);
}

unsigned asserts_more(unsigned a, unsigned b) {
    assert(b > 1);
    return a / b;
}

unsigned aborts(unsigned a, unsigned b) {
    if (!b)
        abort();
    return a / b;
}

void quotients(int *d, const int *a, const int *b, int n) {
    for (int i = 0; i < n; i++)
        d[i] = a[i] / b[i];
}

void quotients_again(int *d, const int *a, const int *b, int n) {
    for (int i = 0; i < n; i++) {
        int q = a[i] / b[i];
        d[i] = q;
    }
}

void quotients_wrong(int *d, const int *a, const int *b, int n) {
    for (int i = 0; i < n; i++)
        d[i] = a[i] / b[i] + (i == 3 && a[i] == 9 && b[i] == -1);
}

// Looks at the quotient before, which the reference does not need.
void quotients_beyond(int *d, const int *a, const int *b, int n) {
    for (int i = 0; i < n; i++) {
        int q = a[i] / b[i], more = d[i] / d[n - 1];
        d[i] = q + more - more;
    }
}

int checked(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) {
        assert(a[i] >= 0 && a[i] < 1000);
        s += a[i];
    }
    return s;
}

int checked_again(const int *a, int n) {
    int s = 0;
    for (int i = n - 1; i >= 0; i--)
        s += a[i] % 1000;
    return s;
}

int checked_wrong(const int *a, int n) {
    int s = 0;
    for (int i = n - 1; i >= 0; i--)
        s += a[i] % 999;
    return s;
}

int never(int a) {
    return a / 0;
}
