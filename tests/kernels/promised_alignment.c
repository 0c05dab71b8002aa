// simdiff: check --reference negated --port negated_promised => defect "false-assumption" "UndefinedBehaviorSanitizer"
// simdiff: check --reference negated --port negated_promised --arg 's=in:f32[n] align:32' => equivalent
// simdiff: check --reference negated --port negated_shifted --arg 's=in:f32[n] align:32' => defect "false-assumption"
// simdiff: check --reference negated --port negated_shifted_promised --arg 's=in:f32[n] align:32' => equivalent
// A port that promises the compiler more alignment than the buffer's type has.

void negated(float *d, const float *s, unsigned n) {
    for (unsigned i = 0; i < n; i++) d[i] = -s[i];
}

void negated_promised(float *d, const float *s, unsigned n) {
    const float *p = __builtin_assume_aligned(s, 32);
    for (unsigned i = 0; i < n; i++) d[i] = -p[i];
}

void negated_shifted(float *d, const float *s, unsigned n) {
    const float *p = __builtin_assume_aligned(s + 1, 32);
    for (unsigned i = 0; i < n; i++) d[i] = -p[(int)i - 1];
}

void negated_shifted_promised(float *d, const float *s, unsigned n) {
    const float *p = __builtin_assume_aligned(s + 1, 32, 4);
    for (unsigned i = 0; i < n; i++) d[i] = -p[(int)i - 1];
}
