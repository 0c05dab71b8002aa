// simdiff: check --reference sum_of_reads --port twice_one_read => undecided "state is volatile"
// simdiff: check --reference sum_of_reads --port twice_one_read --global state=u32 => equivalent
// simdiff: check --reference masked --port masked_too => equivalent
// simdiff: check --reference masked --port masked_wrongly => different
// simdiff: check --reference echo --port echo_kept => undecided "state is volatile"
// simdiff: check --reference total --port total_through_sink --size n=0..5 => equivalent
// simdiff: check --reference polled --port polled_once => undecided "p is volatile"
// What a volatile object holds when it is read again is not known.

volatile unsigned state;

unsigned sum_of_reads(void) { return state + state; }

unsigned twice_one_read(void) { return 2 * state; }

/* One read is an input like any other. */
unsigned masked(unsigned x) { return x & state; }

unsigned masked_too(unsigned x) { return state & x; }

unsigned masked_wrongly(unsigned x) { return state | x; }

unsigned echo(unsigned x)
{
    state = x;
    return state;
}

unsigned echo_kept(unsigned x)
{
    state = x;
    return x;
}

unsigned total(const unsigned *x, int n)
{
    unsigned sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    return sum;
}

/* Nobody else sees a local variable. */
unsigned total_through_sink(const unsigned *x, int n)
{
    volatile unsigned sum = 0;
    for (int i = 0; i < n; i++) sum += x[i];
    return sum;
}

unsigned polled(volatile unsigned *p) { return p[0] ^ p[0]; }

unsigned polled_once(volatile unsigned *p) { return p[0] & 0; }
