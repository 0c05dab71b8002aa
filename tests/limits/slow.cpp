// Compiling this takes minutes.

constexpr unsigned mixed() {
    unsigned x = 1;
    for (unsigned i = 0; i < 1000000000u; i++) x = x * 1664525u + 1013904223u;
    return x;
}

constexpr unsigned seed = mixed();

unsigned slow(unsigned x) { return x + seed; }
unsigned slow_other(unsigned x) { return seed + x; }
