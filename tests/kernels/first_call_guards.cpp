// simdiff: check --reference scaled --port scaled_late --cflags -std=c++17 => different
// simdiff: check --reference squares --port squares_masked --cflags -std=c++17 => equivalent
// simdiff: check --reference length_of --port length_of_each --cflags -std=c++17 => undecided "the first call initialises the static variable `first_length(int)::length` from its arguments"
// Static variables of C++ are initialised by the first call that passes them.

static int &base(int x)
{
    static int start = x;
    return start;
}

int scaled(int x) { return base(x); }

int scaled_late(int x)
{
    base(x);
    return x;
}

struct Squares {
    int of[8];
    Squares()
    {
        for (int i = 0; i < 8; i++) of[i] = i * i;
    }
};

int squares(int i)
{
    static const Squares table;
    return table.of[i & 7];
}

int squares_masked(int i) { return squares(i & 7); }

static int first_length(int n)
{
    static const int length = n;
    return length;
}

int length_of(const char *s, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) sum += s[i];
    return sum + first_length(n);
}

int length_of_each(const char *s, int n)
{
    int sum = 0;
    for (int i = n - 1; i >= 0; i--) sum += s[i];
    first_length(n);
    return sum + n;
}
