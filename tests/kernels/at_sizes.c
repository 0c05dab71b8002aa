// simdiff: check --reference greatest --port greatest_above_zero => different "differ for n = 1..19; no difference seen for n = 0"
// simdiff: check --reference sum --port sum_without_tail => different "differ for n = 1..3, 5..7, 9..11, 13..15, 17..19; no difference seen for n = 0, 4, 8, 12, 16"
// simdiff: check --reference alike --port alike_by_sum => different "no difference seen for"
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

int alike(const unsigned char *a, const unsigned char *b, int n) {
    for (int i = 0; i < n; i++) {
        if (a[i] != b[i]) {
            return 0;
        }
    }
    return 1;
}

// Wrong at each n > 1: the sum of the distances may be 256. Few inputs show it.
int alike_by_sum(const unsigned char *a, const unsigned char *b, int n) {
    unsigned sum = 0;
    for (int i = 0; i < n; i++) {
        sum += a[i] ^ b[i];
    }
    return (unsigned char)sum == 0;
}
