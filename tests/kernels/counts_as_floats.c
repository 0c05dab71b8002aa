// simdiff: check --reference by_table --port by_builtin --size n=0..3 => equivalent
// simdiff: check --reference by_table --port by_builtin_once --size n=0..3 => different
// Bits that differ, counted in 32 and in 64 bits, then converted to double.

#define TWO(n) n, n + 1, n + 1, n + 2
#define FOUR(n) TWO(n), TWO(n + 1), TWO(n + 1), TWO(n + 2)
#define SIX(n) FOUR(n), FOUR(n + 1), FOUR(n + 1), FOUR(n + 2)
static const unsigned char bits[256] = {SIX(0), SIX(1), SIX(1), SIX(2)};

double by_table(const unsigned char *a, const unsigned char *b, unsigned long n) {
    unsigned count = 0;
    for (unsigned long i = 0; i != n; i++) count += bits[a[i] ^ b[i]];
    return count;
}
double by_builtin(const unsigned char *a, const unsigned char *b, unsigned long n) {
    unsigned long count = 0;
    for (unsigned long i = 0; i != n; i++) count += __builtin_popcount(a[i] ^ b[i]);
    return count;
}
double by_builtin_once(const unsigned char *a, const unsigned char *b, unsigned long n) {
    unsigned long count = 0;
    for (unsigned long i = 0; i != n; i++) count += __builtin_popcount(a[i] | b[i]);
    return count;
}
