// simdiff: check --reference scaled --port scaled_late --cflags -std=c++17 => different
// simdiff: check --reference squares --port squares_masked --cflags -std=c++17 => equivalent
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
