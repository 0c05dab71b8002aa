// simdiff: check --reference low --port beyond => defect signed-overflow
// simdiff: check --reference low --port beyond --arg 'x=i32 in 0..1000' => equivalent
// simdiff: check --reference low --port constant => defect signed-overflow
// simdiff: check --reference low --port converted --arg 'f=f32 in 0..1e12' => defect conversion-out-of-range
// Nobody looks at the sum, or at the integer.

int low(int x, float f) { return (x & 255) + (f < 1.0f); }

int beyond(int x, float f) {
    int unused = x + 1;
    (void)unused;
    return low(x, f);
}

int constant(int x, float f) {
    int largest = 2147483647, unused = largest + 1;
    (void)unused;
    return low(x, f);
}

int converted(int x, float f) {
    int unused = (int)f;
    (void)unused;
    return low(x, f);
}
