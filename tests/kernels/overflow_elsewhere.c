// simdiff: check --reference plus --port less_minus => defect "signed-overflow" "UndefinedBehaviorSanitizer"
// simdiff: check --reference plus --port less_minus --undefined overflow=note => equivalent "overflow"
// simdiff: check --reference plus --port less_minus --arg 'y=i32 in -9..9' => equivalent
// simdiff: check --reference doubled --port added => equivalent "overflow"
// simdiff: check --reference shifted --port shifted_again => defect "over-shift"
// Both versions overflow, or shift too far, for some inputs: the port for others as well.

int plus(int x, int y) { return x + y; }
int less_minus(int x, int y) { return x - (-y); }

int doubled(int x) { return 2 * x; }
int added(int x) { return x + x; }

int shifted(int x, unsigned n) {
    int unused = n < 40 ? x >> n : 0;
    (void)unused;
    return x & 1;
}

int shifted_again(int x, unsigned n) {
    int unused = n < 50 ? x >> n : 0;
    (void)unused;
    return x & 1;
}
