// simdiff: check --reference mark --port mark_at_once => equivalent
// simdiff: check --reference mark --port mark_never => different
// simdiff: check --reference flags --port flags_summed => equivalent
// simdiff: check --reference Cache::get --port Cache::get_merged => equivalent
// simdiff: check --reference Cache::get --port Cache::get_stale => different "valid"
// simdiff: check --reference tagged --port tagged_low_bit => different
// A bool in a structure is false or true, and const methods write mutable members.

struct State { bool valid; int key; bool flags[3]; };

void mark(State *s, int key)
{
    if (!(s->valid && s->key == key)) {
        s->key = key;
        s->valid = true;
    }
}

void mark_at_once(State *s, int key)
{
    bool hit = s->valid & (s->key == key);
    s->key = hit ? s->key : key;
    s->valid = true;
}

void mark_never(State *s, int key)
{
    bool hit = s->valid & (s->key == key);
    s->key = hit ? s->key : key;
}

int flags(const State *s)
{
    int count = 0;
    for (int i = 0; i < 3; i++)
        if (s->flags[i]) count++;
    return count;
}

int flags_summed(const State *s)
{
    return s->flags[0] + s->flags[1] + s->flags[2];
}

struct Cache {
    mutable int key;
    mutable int value;
    mutable bool valid;
    int gain;

    int get(int k) const
    {
        if (valid && key == k) return value;
        key = k;
        value = k * gain;
        valid = true;
        return value;
    }
    int get_merged(int k) const
    {
        bool hit = valid & (key == k);
        value = hit ? value : k * gain;
        key = k;
        valid = true;
        return value;
    }
    int get_stale(int k) const
    {
        if (valid && key == k) return value;
        key = k;
        value = k * gain;
        return value;
    }
};

int use(const Cache &c, int k)
{
    return c.get(k) + c.get_merged(k) + c.get_stale(k);
}

struct Tagged {
    int kind;
    union {
        bool flag;
        unsigned char count;
    };
};

int tagged(const Tagged *v) { return v->kind == 1 ? v->flag : v->count; }
int tagged_low_bit(const Tagged *v) { return v->kind == 1 ? v->flag : v->count & 1; }
