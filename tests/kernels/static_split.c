// simdiff: check --reference scaled --port scaled --port-flags=-O3 => equivalent
// simdiff: check --reference scaled --port scaled_wrong --port-flags=-O3 --size n=1..9 => different
// simdiff: check --reference counted --port counted --port-flags=-O3 => equivalent
// simdiff: check --reference counted --port counted_twice --port-flags=-O3 => different
// simdiff: check --reference kept --port kept --reference-flags=-O2 => equivalent
// simdiff: check --reference kept --port forgotten --cflags=-O2 => different
// An optimiser splits a `static` structure, makes a bit of a counter that has two
// values, and drops what nothing reads. What a variable holds is an input all the same,
// and what it is left with an output.

static struct {
    int gain, offset;
    float unused;
} config = {3, 5, 2.0f};

void configure(int gain, int offset, float unused) {
    config.gain = gain;
    config.offset = offset;
    config.unused = unused;
}

void scaled(const unsigned *x, unsigned *d, int n) {
    for (int i = 0; i < n; i++) d[i] = x[i] * (unsigned)config.gain + (unsigned)config.offset;
}

void scaled_wrong(const unsigned *x, unsigned *d, int n) {
    for (int i = 0; i < n; i++) d[i] = x[i] * (unsigned)config.offset + (unsigned)config.gain;
}

static int state;

int counted(int x) {
    if (state == 0) {
        state = 5;
        return x;
    }
    return x ^ 1;
}

int counted_twice(int x) {
    if (state == 5) return x ^ 1;
    state = 5;
    return x;
}

static int last;
int previous(void) { return last; }

int kept(int x) {
    last = x;
    return x;
}

int forgotten(int x) { return x; }
