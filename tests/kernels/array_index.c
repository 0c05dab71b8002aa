// simdiff: check --reference row_sum --port row_sum_flat --size w=1..6 => defect "array-index" "UndefinedBehaviorSanitizer"
// simdiff: check --reference row_sum --port row_sum_flat --size w=1..4 => equivalent
// simdiff: check --reference row_sum --port row_sum_flat --size w=1..6 --undefined array-index=note => equivalent "array-index"
// simdiff: check --reference row_sum_flat --port row_sum --size w=1..6 => equivalent "array-index"
// simdiff: check --reference last_member --port last_member_unrolled => equivalent
// simdiff: check --reference behind_last --port behind_last_by_pointer => equivalent
// simdiff: check --reference next_member --port next_member_in_global => defect "array-index"
// simdiff: check --reference guarded --port guarded_select => equivalent
// An element has to be one of its array, not only of what the array lies in.

struct taps {
    int head[4];
    int gain;
    int tail[4];
};

int row_sum(const int *m, int w)
{
    int sum = 0;
    for (int i = 0; i < w; i++) sum += m[i];
    return sum;
}

// Copies eight values to two rows of four, and sums the first, too far.
int row_sum_flat(const int *m, int w)
{
    int rows[2][4], sum = 0;
    for (int i = 0; i < 8; i++) rows[i / 4][i % 4] = i < w ? m[i] : 0;
    for (int i = 0; i < w; i++) sum += rows[0][i];
    return sum;
}

// The last member may be longer than its type says.
int last_member(const struct taps *t)
{
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += t->tail[i] * t->gain;
    return sum;
}

int last_member_unrolled(const struct taps *t)
{
    const int *tail = &t->tail[0], *end = &t->tail[4];
    int sum = 0;
    while (tail != end) sum += *tail++ * t->gain;
    return sum;
}

// The address behind the last element is an address.
int behind_last(const struct taps *t)
{
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += t->head[i];
    return sum;
}

int behind_last_by_pointer(const struct taps *t)
{
    int sum = 0;
    for (const int *p = t->head; p != &t->head[4]; p++) sum += *p;
    return sum;
}

static struct taps state;

int next_member(int gain)
{
    state.gain = gain;
    return state.gain;
}

int next_member_in_global(int gain)
{
    state.gain = gain;
    return state.head[4];
}

// What the guard keeps away is not named.
int guarded(const struct taps *t, unsigned i)
{
    if (i >= 4) return 0;
    return t->head[i];
}

int guarded_select(const struct taps *t, unsigned i)
{
    return i < 4 ? t->head[i] : 0;
}
