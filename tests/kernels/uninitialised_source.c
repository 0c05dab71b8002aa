// simdiff: check --reference five --port sometimes => defect "uninitialised-output"
// simdiff: check --reference five --port sometimes --port-flags=-O2 => defect "uninitialised-output"
// simdiff: check --reference five --port sometimes --cflags=-O3 => defect "uninitialised-output"
// simdiff: check --reference five --port always --cflags=-O2 => equivalent
// A structure that is set on one of two ways: clang takes what was never stored for
// what suits it, so that the optimised function returns five on every input.
struct big {
    int v[100];
};

int five(int k) { return 5; }

int sometimes(int k) {
    struct big b;
    if (k != 77) b.v[99] = 5;
    struct big copy = b;
    return copy.v[99];
}

int always(int k) {
    struct big b;
    if (k != 77) b.v[99] = 5;
    if (k == 77) b.v[99] = 5;
    return b.v[99];
}
