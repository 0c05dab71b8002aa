// simdiff: check --reference greatest --port greatest_above_zero => different "differ for n = 1..19; equal for n = 0"
// simdiff: check --reference sum --port sum_without_tail => different "differ for n = 1..3, 5..7, 9..11, 13..15, 17..19; equal for n = 0, 4, 8, 12, 16"
// A size counts as different if the input of another size, repeated, shows it there.

int greatest(const int *x, int n) {
    int best = n > 0 ? x[0] : 0;
    for (int i = 0; i < n; i++) {
        best = x[i] > best ? x[i] : best;
    }
    return best;
}

int greatest_above_zero(const int *x, int n) {
    int best = 0;
    for (int i = 0; i < n; i++) {
        best = x[i] > best ? x[i] : best;
    }
    return best;
}

int sum(const int *x, int n) {
    int total = 0;
    for (int i = 0; i < n; i++) {
        total += x[i];
    }
    return total;
}

int sum_without_tail(const int *x, int n) {
    int total = 0;
    for (int i = 0; i + 4 <= n; i += 4) {
        total += x[i] + x[i + 1] + x[i + 2] + x[i + 3];
    }
    return total;
}
