// simdiff: check narrow_ids.cl --reference sums --port sum_short --global n --contract off => undecided unreached "loses bits"
// simdiff: check narrow_ids.cl --reference sums --port sum_short --global 300 --size n=300 --contract off => equivalent
// simdiff: check narrow_ids.cl --reference sums --port sum_int --global n --contract off => equivalent
// simdiff: check narrow_ids.cl --reference scale --port scale_but_one --global n => different
// simdiff: check narrow_ids.cl --reference scale --port scale_guarded --global '4*((n+3)/4)' => equivalent
// The number of work-items decides what code of a kernel runs, and whether an id fits its variable.

void sums(const float *a, float *o, int n) {
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = 0; k < 40; k++) {
            s += a[i] * k;
        }
        o[i] = s;
    }
}

void scale(const int *x, int *y, int n) {
    for (int i = 0; i < n; i++) {
        y[i] = 2 * x[i];
    }
}
