// simdiff: check --reference add_one --port add_two --size n=0 => undecided "every one of them is empty"
// simdiff: check --reference add_one --port add_two --size n=-3..0 => undecided "every one of them is empty"
// simdiff: check --reference add_one --port add_two --size n=0..1 => different
// simdiff: check --reference sum --port sum --size n=0 => equivalent

// Sizes at which there is nothing to compare prove nothing.
void add_one(int *x, int n)
{
    for (int i = 0; i < n; i++) {
        x[i] += 1;
    }
}

void add_two(int *x, int n)
{
    for (int i = 0; i < n; i++) {
        x[i] += 2;
    }
}

int sum(const int *x, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        s = (int)((unsigned)s + (unsigned)x[i]);
    }
    return s;
}
