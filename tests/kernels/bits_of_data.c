// simdiff: check --reference ones --port ones_without_the_middle => different
// simdiff: check --reference digits --port digits_compared => equivalent
// simdiff: check --reference digits --port digits_up_to_ten_thousand => different
// A loop over the bits or digits of a number ends by itself: the number is no size, and
// may be anything.

int ones(unsigned long x) {
    int count = 0;
    for (; x; x &= x - 1) count++;
    return count;
}

int ones_without_the_middle(unsigned long x) {
    return __builtin_popcount((unsigned)x) + __builtin_popcount((unsigned)(x >> 33));
}

int digits(unsigned short x) {
    int count = 1;
    while (x /= 10) count++;
    return count;
}

int digits_compared(unsigned short x) {
    return 1 + (x > 9) + (x > 99) + (x > 999) + (x > 9999);
}

int digits_up_to_ten_thousand(unsigned short x) {
    return 1 + (x > 9) + (x > 99) + (x > 999);
}
