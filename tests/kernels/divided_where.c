// simdiff: check --reference divided_unsigned --port divided_signed --size n=1..2 => equivalent
// Division of what was found to be in range: unsigned and signed are the same there only.

void divided_unsigned(const int *x, int *out, int n) {
    for (int i = 0; i < n; i++) out[i] = x[i] >= 0 && x[i] < 200 ? (int)((unsigned)x[i] / 3u) : -1;
}

void divided_signed(const int *x, int *out, int n) {
    for (int i = 0; i < n; i++) {
        if (x[i] < 0 || x[i] > 199) {
            out[i] = -1;
            continue;
        }
        out[i] = x[i] / 3;
    }
}
