// simdiff: check --reference apply --port apply_by_number => equivalent "INVERT"
// simdiff: check --reference apply --port apply_but_last => different
// simdiff: check --reference apply --port apply_by_number --arg 'step=in:struct step[1] in 0..3' => different
// simdiff: check --reference count_zeroing --port count_zeroing_by_table --size n=0..4 => equivalent "INVERT"
// simdiff: check --reference count_zeroing --port count_zeroing_by_table --size n=1 --arg 'steps=in:u32[n]' => defect "out-of-bounds-read"
// simdiff: check --reference apply_current --port apply_current_by_number => equivalent "INVERT"
// simdiff: check --reference apply_current --port apply_current_by_number --global 'current=u32' => different
// simdiff: check --reference select_rights --port select_rights_masked => equivalent
// A field, an element or a variable of an enumeration's type holds one of its enumerators.

enum operation { KEEP, INVERT, CLEAR };

struct step {
    enum operation operation;
    unsigned value;
};

unsigned apply(const struct step *step)
{
    switch (step->operation) {
    case KEEP: return step->value;
    case INVERT: return ~step->value;
    case CLEAR: return 0;
    }
    return 77;
}

unsigned apply_by_number(const struct step *step)
{
    unsigned by = (unsigned)step->operation;
    return (step->value ^ -(by & 1)) & ((by >> 1) - 1);
}

unsigned apply_but_last(const struct step *step)
{
    return step->operation == KEEP ? step->value : ~step->value;
}

int count_zeroing(const enum operation *steps, int n)
{
    int count = 0;
    for (int i = 0; i < n; i++) count += steps[i] == CLEAR;
    return count;
}

int count_zeroing_by_table(const enum operation *steps, int n)
{
    static const int zeroing[3] = {0, 0, 1};
    int count = 0;
    for (int i = 0; i < n; i++) count += zeroing[steps[i]];
    return count;
}

enum operation current;

unsigned apply_current(unsigned x)
{
    return current == KEEP ? x : current == INVERT ? ~x : current == CLEAR ? 0 : 77;
}

unsigned apply_current_by_number(unsigned x)
{
    return (x ^ -((unsigned)current & 1)) & (((unsigned)current >> 1) - 1);
}

/* Bits may be set together. */
enum rights { NONE = 0, READ = 1, WRITE = 2, RUN = 8 };

struct file { enum rights rights; };

int select_rights(const struct file *f) { return f->rights & 7; }

int select_rights_masked(const struct file *f) { return f->rights & 3; }
