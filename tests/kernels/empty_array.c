// simdiff: check --reference reverse_sum --port reverse_sum_copied => defect "array-length" "UndefinedBehaviorSanitizer"
// simdiff: check --reference reverse_sum --port reverse_sum_copied --size n=1..8 => equivalent
// simdiff: check --reference reverse_sum --port reverse_sum_copied --undefined array-length=note => equivalent "array-length"
// simdiff: check --reference reverse_sum_copied --port reverse_sum --size n=0..8 => equivalent "array-length" "reference"
// simdiff: check --reference reverse_sum --port reverse_sum_guarded => equivalent
// simdiff: check --reference reverse_sum --port reverse_sum_alloca => equivalent
// An array of variable length has at least one element.

unsigned reverse_sum(const unsigned *x, unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) sum = 3 * sum + x[n - 1 - i];
    return sum;
}

unsigned reverse_sum_copied(const unsigned *x, unsigned n)
{
    unsigned copy[n], sum = 0;
    for (unsigned i = 0; i < n; i++) copy[i] = x[n - 1 - i];
    for (unsigned i = 0; i < n; i++) sum = 3 * sum + copy[i];
    return sum;
}

unsigned reverse_sum_guarded(const unsigned *x, unsigned n)
{
    if (n == 0) return 0;
    return reverse_sum_copied(x, n);
}

unsigned reverse_sum_alloca(const unsigned *x, unsigned n)
{
    unsigned *copy = __builtin_alloca(4 * n), sum = 0;
    for (unsigned i = 0; i < n; i++) copy[i] = x[n - 1 - i];
    for (unsigned i = 0; i < n; i++) sum = 3 * sum + copy[i];
    return sum;
}
