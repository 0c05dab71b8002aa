// simdiff: check --reference folded --port folded_at_once => equivalent "leaves return value.sum"
// simdiff: check --reference folded --port folded_and => different
// simdiff: check --reference folded --port folded_unset => defect "uninitialised"
// simdiff: check --reference folded_unseen --port folded_at_once => defect "in the reference"
// A member that is valid where a flag is set, computed from itself in a second step: it is left
// uninitialised only where the flag stays clear.

typedef struct {
    int sum, valid;
} folding;

static folding begun(int x)
{
    folding f;
    f.valid = 0;
    if (x < 0) {
        f.sum = x;
        f.valid = 1;
    }
    return f;
}

folding folded(int x, int y)
{
    folding f = begun(x);
    if (y < 0) {
        if (f.valid) f.sum ^= y;
        else f.sum = y;
        f.valid = 1;
    }
    return f;
}

folding folded_at_once(int x, int y)
{
    folding f;
    f.valid = (x | y) < 0;
    if (f.valid) f.sum = (x & x >> 31) ^ (y & y >> 31);
    return f;
}

folding folded_and(int x, int y)
{
    folding f;
    f.valid = (x | y) < 0;
    if (f.valid) f.sum = x < 0 && y < 0 ? (x ^ y) & 0x7ffffffe : x < 0 ? x : y;
    return f;
}

/* Not set where x alone is negative and odd. */
folding folded_unset(int x, int y)
{
    folding f;
    f.valid = (x | y) < 0;
    if (f.valid && (y < 0 || !(x & 1))) f.sum = (x & x >> 31) ^ (y & y >> 31);
    return f;
}

/* Computes from what nothing wrote where y alone is negative. */
folding folded_unseen(int x, int y)
{
    folding f = begun(x);
    if (y < 0) {
        f.sum ^= y;
        f.valid = 1;
    }
    return f;
}
