// simdiff: check --reference first --port first_backwards --assume-ordered --size n=1..24 => equivalent
// simdiff: check --reference first --port last --assume-ordered --size n=1..24 => different
// simdiff: check --reference first --port first_backwards --size n=1..8 => different
// The index of the greatest float: what a search compares is chosen among the inputs, so that
// an assumption about these holds for all that it computes.

int first(const float *x, int n) {
    int at = 0;
    float most = x[0];
    for (int i = 1; i < n; i++)
        if (x[i] > most) {
            most = x[i];
            at = i;
        }
    return at;
}

int first_backwards(const float *x, int n) {
    int at = n - 1;
    float most = x[n - 1];
    for (int i = n - 2; i >= 0; i--)
        if (x[i] >= most) {
            most = x[i];
            at = i;
        }
    return at;
}

int last(const float *x, int n) {
    int at = 0;
    float most = x[0];
    for (int i = 1; i < n; i++)
        if (x[i] >= most) {
            most = x[i];
            at = i;
        }
    return at;
}
