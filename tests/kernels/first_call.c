// simdiff: check --reference quantise --port quantise --port-flags -DPORT => different "the versions initialise `quant` differently"
// simdiff: check --reference quantise --port quantise --port-flags -DPORT --global 'quant=in:i32[4]' => equivalent
// simdiff: check --reference quantise --port quantise --port-flags '-DPORT -DRIGHT' => equivalent
// simdiff: check --reference next --port next --port-flags -DPORT => different
// simdiff: check --reference next --port next --port-flags '-DPORT -DRIGHT' => equivalent
// simdiff: check --reference looked_up --port looked_up --port-flags -DPORT => different
// simdiff: check --reference looked_up --port looked_up --port-flags '-DPORT -DRIGHT' => equivalent
// simdiff: check --reference scaled --port scaled --port-flags -DPORT => equivalent "hold their initial values: `factor`"
// simdiff: check --reference added --port added --port-flags -DPORT => different
// simdiff: check --reference added --port added --port-flags '-DPORT -DRIGHT' => equivalent "hold their initial values: `pair`"
// simdiff: check --reference filled --port filled --port-flags -DPORT => equivalent "is not decided"

// A variable of both versions, with an initial value of its own in each: with the same contents
// they agree, and the first call has other contents.
#if defined PORT && !defined RIGHT
#define WRONG 1
#else
#define WRONG 0
#endif

int quant[4] = {16, 11, WRONG ? 14 : 10, 16};

int quantise(int x, unsigned i) { return x * quant[i & 3]; }

int next(void)
{
    static int id = WRONG ? 200 : 100;
    return id++;
}

// Constant in the reference only.
#ifdef PORT
int table[4] = {1, 2, 3, WRONG ? 9 : 4};
#else
const int table[4] = {1, 2, 3, 4};
#endif

int looked_up(unsigned i) { return table[i & 3]; }

// Of another type in each version: both keep the initial values.
#ifdef PORT
double factor = 0.5;
#else
float factor = 0.5f;
#endif

float scaled(float x) { return x * (float)factor; }

struct two {
#ifdef PORT
    int high, low;
#else
    int low, high;
#endif
};
struct two pair = {.low = 3, .high = WRONG ? 6 : 5};

int added(int x) { return pair.low + (pair.high ^ x); }

// What a call leaves depends on its input, so later calls are not those of initial values alone.
#ifdef PORT
int last = 1;
#else
int last = 2;
#endif

int filled(int x)
{
    last = x;
    return last + x;
}
