// simdiff: check --reference half --port half_zero => equivalent "uninitialised on some inputs"
// simdiff: check --reference half --port half_again => equivalent
// simdiff: check --reference half --port half_wrong => different
// simdiff: check --reference half --port half_unset => defect
// simdiff: check --reference half --port half_late => different
// simdiff: check --reference half_zero --port half => defect
// simdiff: check --reference half --port half_flag => different
// simdiff: check --reference first --port first_zero --size n=0..5 => equivalent
// simdiff: check --reference first --port first_wrong --size n=0..5 => different
// simdiff: check --reference unset --port unset => defect
// simdiff: check --reference half_many --port half_many_zero --size n=0..3 => equivalent
// simdiff: check --reference half_many_zero --port half_many --size n=0..3 => defect
// What the reference leaves uninitialised of a structure nothing is claimed of; a port that
// leaves what the reference sets is a defect.

typedef struct {
    int ok, v;
} Half;

Half half(int a) {
    Half h;
    h.ok = a % 2 == 0;
    if (h.ok)
        h.v = a / 2;
    return h;
}

Half half_again(int a) {
    Half h;
    h.ok = !(a & 1);
    if (!(a & 1))
        h.v = a / 2;
    return h;
}

Half half_zero(int a) {
    Half h = {0, 0};
    if (a % 2 == 0) {
        h.ok = 1;
        h.v = a / 2;
    }
    return h;
}

Half half_wrong(int a) {
    Half h = {0, 0};
    if (a % 2 == 0) {
        h.ok = 1;
        h.v = a == 12 ? 5 : a / 2;
    }
    return h;
}

// Never sets the value.
Half half_unset(int a) {
    Half h;
    h.ok = a % 2 == 0;
    return h;
}

// Sets the value for fewer inputs.
Half half_late(int a) {
    Half h = {a % 2 == 0, 0};
    if (a % 4 == 0)
        h.v = a / 2;
    return h;
}

Half half_flag(int a) {
    Half h;
    h.ok = a % 4 == 0;
    h.v = a / 2;
    return h;
}

void first(int *d, int a, int n) {
    int t[4];
    for (int i = 0; i < n && i < 4; i++)
        t[i] = a + i;
    for (int i = 0; i < 4; i++)
        d[i] = t[i];
}

void first_zero(int *d, int a, int n) {
    for (int i = 0; i < 4; i++)
        d[i] = i < n ? a + i : 0;
}

void first_wrong(int *d, int a, int n) {
    for (int i = 0; i < 4; i++)
        d[i] = i < n && i < 3 ? a + i : 0;
}

int unset(int a) {
    int v;
    if (a > 0)
        v = a;
    return v;
}

void half_many(Half *d, const int *s, int n) {
    for (int i = 0; i < n; i++)
        d[i] = half(s[i]);
}

void half_many_zero(Half *d, const int *s, int n) {
    for (int i = 0; i < n; i++)
        d[i] = half_zero(s[i]);
}
