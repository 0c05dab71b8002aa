// simdiff: check --reference total --port total_of_many --size n=1..6 => defect "unreachable" "UndefinedBehaviorSanitizer"
// simdiff: check --reference total --port total_of_many --size n=4..6 => equivalent
// simdiff: check --reference total_of_many --port total --size n=1..6 => equivalent "unreachable" "reference"
// simdiff: check --reference total --port total_of_positive --size n=3 => defect "false-assumption" "UndefinedBehaviorSanitizer"
// simdiff: check --reference total_of_positive --port total --size n=3 => equivalent "assume" "reference"
// simdiff: check --reference total_of_positive --port total_of_positive_sorted --size n=2 => equivalent
// simdiff: check --reference total --port total_of_positive --size n=3 --arg 'x=in:u32[n] in 1..9' => equivalent

/* What a port promises the compiler has to hold for every input of the contract. */

unsigned total(const unsigned *x, int n)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

unsigned total_of_many(const unsigned *x, int n)
{
    if (n < 4)
        __builtin_unreachable();
    return total(x, n);
}

unsigned total_of_positive(const unsigned *x, int n)
{
    __builtin_assume(x[0] > 0);
    return total(x, n);
}

unsigned total_of_positive_sorted(const unsigned *x, int n)
{
    __builtin_assume(x[0] > 0);
    return x[0] + total(x + 1, n - 1);
}
