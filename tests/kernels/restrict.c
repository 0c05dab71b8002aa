// simdiff: check --reference close_gap --port close_gap_restrict --size n=0..9 => defect "broken-restrict" "nothing of the kind"
// simdiff: check --reference close_gap --port close_gap_inlined --size n=0..20 => defect "broken-restrict"
// simdiff: check --reference close_gap --port close_gap_copied --size n=0..9 => defect "broken-restrict"
// simdiff: check --reference close_gap --port close_gap_nested --size n=0..9 => defect "broken-restrict"
// simdiff: check --reference close_gap --port close_gap_row --size n=0..9 => defect "broken-restrict"
// simdiff: check --reference close_gap --port close_gap_chosen --size n=0..9 => defect "broken-restrict"
// simdiff: check --reference close_gap --port close_gap_restrict --size n=0..9 --undefined restrict=note => equivalent "restrict"
// simdiff: check --reference close_gap_restrict --port close_gap --size n=0..9 => equivalent "restrict" "reference"
// simdiff: check --reference close_gap --port close_gap_plain --size n=0..9 => equivalent
// simdiff: check --reference close_gap --port close_gap_by_one --size n=0..9 => equivalent
// simdiff: check --reference clip --port clip_restrict --size n=0..9 => defect "broken-restrict"
// simdiff: check --reference fold --port fold_restrict --size n=0..9 => equivalent
// simdiff: check --reference energy --port energy_restrict --size n=0..9 => equivalent
// simdiff: check --reference weave --port weave_restrict --size n=0..9 => equivalent
// simdiff: check --reference ramp --port ramp_around => defect "broken-restrict"
// simdiff: check --reference ramp --port ramp_through => equivalent
// simdiff: check --reference ramp --port ramp_by_locals => equivalent "that are no parameters (p)"
// simdiff: check --reference invert --port invert_restrict --size n=0..9 => equivalent
// simdiff: check --reference invert --port invert_restrict --size n=1..9 --alias s=d => defect "broken-restrict"
// What a `restrict` parameter reaches and what is written is reached through nothing else
// while its function runs.

#include <emmintrin.h>
#include <string.h>

typedef unsigned char byte;

void close_gap(byte *d, int n)
{
    for (int i = 0; i + 1 < n; i++) d[i] = d[i + 1];
}

static void copy(byte *restrict to, const byte *from, int n)
{
    while (n-- > 0) *to++ = *from++;
}

void close_gap_restrict(byte *d, int n)
{
    if (n > 1) copy(d, d + 1, n - 1);
}

static inline __attribute__((always_inline)) void copy_blocks(byte *restrict to,
                                                              const byte *restrict from, int n)
{
    int i = 0;
    for (; i + 8 <= n; i += 8)
        _mm_storel_epi64((__m128i *)(to + i), _mm_loadl_epi64((const __m128i *)(from + i)));
    for (; i < n; i++) to[i] = from[i];
}

void close_gap_inlined(byte *d, int n)
{
    if (n > 1) copy_blocks(d, d + 1, n - 1);
}

static void copy_whole(byte *restrict to, const byte *restrict from, int n)
{
    memmove(to, from, (size_t)n);
}

void close_gap_copied(byte *d, int n)
{
    if (n > 1) copy_whole(d, d + 1, n - 1);
}

static void put(byte *to, byte value) { *to = value; }

static void copy_by_calls(byte *restrict to, const byte *restrict from, int n)
{
    for (int i = 0; i < n; i++) put(to + i, from[i]);
}

void close_gap_nested(byte *d, int n)
{
    if (n > 1) copy_by_calls(d, d + 1, n - 1);
}

struct row { const byte *start; };

static void copy_row(byte *restrict to, const struct row *from, int n)
{
    for (int i = 0; i < n; i++) to[i] = from->start[i];
}

void close_gap_row(byte *d, int n)
{
    struct row row = {d + 1};
    if (n > 1) copy_row(d, &row, n - 1);
}

void close_gap_chosen(byte *d, int n)
{
    void (*how)(byte *restrict, const byte *, int) = n & 1 ? copy : copy_blocks;
    if (n > 1) how(d, d + 1, n - 1);
}

static void copy_plain(byte *to, const byte *from, int n)
{
    for (int i = 0; i < n; i++) to[i] = from[i];
}

void close_gap_plain(byte *d, int n)
{
    if (n > 1) copy_plain(d, d + 1, n - 1);
}

/* Each call is over before the next one reads what it wrote. */
void close_gap_by_one(byte *d, int n)
{
    for (int i = 0; i + 1 < n; i++) copy(d + i, d + i + 1, 1);
}

void clip(byte *d, int n)
{
    for (int i = 0; i + 1 < n; i++)
        if (d[i + 1] > 200) d[i] = 0;
}

static void clip_by(byte *restrict d, const byte *restrict by, int n)
{
    for (int i = 0; i < n; i++)
        if (by[i] > 200) d[i] = 0;
}

void clip_restrict(byte *d, int n)
{
    if (n > 1) clip_by(d, d + 1, n - 1);
}

/* Two pointers into one array, and disjoint parts of it. */
void fold(byte *d, int n)
{
    for (int i = 0; i < n / 2; i++) d[i] += d[n / 2 + i];
}

static void add(byte *restrict d, const byte *restrict s, int n)
{
    for (int i = 0; i < n; i++) d[i] += s[i];
}

void fold_restrict(byte *d, int n) { add(d, d + n / 2, n / 2); }

/* Both are only read. */
unsigned energy(const byte *s, int n)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++) sum += (unsigned)s[i] * s[i];
    return sum;
}

static unsigned dot(const byte *restrict a, const byte *restrict b, int n)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++) sum += (unsigned)a[i] * b[i];
    return sum;
}

unsigned energy_restrict(const byte *s, int n) { return dot(s, s, n); }

/* Every other byte. */
void weave(byte *d, int n)
{
    for (int i = 0; i + 1 < n; i += 2) d[i]++, d[i + 1]--;
}

static void both(byte *restrict up, byte *restrict down, int n)
{
    for (int i = 0; i < n; i++) up[2 * i]++, down[2 * i]--;
}

void weave_restrict(byte *d, int n)
{
    if (n > 1) both(d, d + 1, n / 2);
}

/* A global variable has a name besides. */
int ramp(int x) { return (byte)(x + 1) + (byte)(x + 4); }

static byte steps[4];

static void raise_around(byte *restrict p)
{
    for (int i = 0; i < 4; i++) p[i] = steps[i] + 1;
}

static void raise_through(byte *restrict p)
{
    for (int i = 0; i < 4; i++) p[i] = p[i] + 1;
}

int ramp_around(int x)
{
    byte saved[4];
    memcpy(saved, steps, 4);
    for (int i = 0; i < 4; i++) steps[i] = (byte)(x + i);
    raise_around(steps);
    int sum = steps[0] + steps[3];
    memcpy(steps, saved, 4);
    return sum;
}

int ramp_through(int x)
{
    byte saved[4];
    memcpy(saved, steps, 4);
    for (int i = 0; i < 4; i++) steps[i] = (byte)(x + i);
    raise_through(steps);
    int sum = steps[0] + steps[3];
    memcpy(steps, saved, 4);
    return sum;
}

void invert(byte *d, const byte *s, int n)
{
    for (int i = 0; i < n; i++) d[i] = 255 - s[i];
}

void invert_restrict(byte *restrict d, const byte *restrict s, int n)
{
    for (int i = 0; i < n; i++) d[i] = 255 - s[i];
}

/* clang makes nothing of these promises: they are named. */
int ramp_by_locals(int x)
{
    byte own[4];
    byte *restrict p = own;
    byte *q = own;
    for (int i = 0; i < 4; i++) q[i] = (byte)(x + i);
    return (byte)(p[0] + 1) + (byte)(p[3] + 1);
}
