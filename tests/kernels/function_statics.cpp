// simdiff: check --reference weigh --port weigh_by_table --cflags -std=c++17 => equivalent "static variables start with their initial values: `table`, and what calls leave there: 2 states were executed"
// simdiff: check --reference weigh --port weigh_by_wrong_table --cflags -std=c++17 => different
// simdiff: check --reference weigh --port weigh_by_singleton --cflags -std=c++17 => equivalent
// simdiff: check --reference weigh --port weigh_by_scratch --cflags -std=c++17 => equivalent
// simdiff: check --reference weigh --port weigh_once --cflags -std=c++17 => undecided "static-state"
// simdiff: check --reference raised --port raised_by_lent --cflags -std=c++17 => undecided "may be changed by other functions"
// simdiff: check --reference raised --port drawn --cflags -std=c++17 => undecided "both gave 3"
// simdiff: check --reference drawn_shared --port drawn_once --cflags -std=c++17 => different
// simdiff: check --reference weigh --port weigh_by_pointer --cflags -std=c++17 => equivalent
// simdiff: check --reference weight --port weight_masked --cflags -std=c++17 => equivalent
// Static variables in functions of the port: tables that the first call fills, and scratch memory.

#include <array>
#include <cstdint>

typedef std::array<uint8_t, 16> Table;

static Table make(int k)
{
    Table table;
    for (int i = 0; i < 16; i++) table[i] = uint8_t(i * 7 + k);
    return table;
}

void weigh(const uint8_t *a, uint8_t *d, int n)
{
    for (int i = 0; i < n; i++) d[i] = (a[i] & 15) * 7 + 3;
}

void weigh_by_table(const uint8_t *a, uint8_t *d, int n)
{
    static const Table table = make(3);
    for (int i = 0; i < n; i++) d[i] = table[a[i] & 15];
}

void weigh_by_wrong_table(const uint8_t *a, uint8_t *d, int n)
{
    static const Table table = make(4);
    for (int i = 0; i < n; i++) d[i] = table[a[i] & 15];
}

struct Weights {
    uint8_t of[16];
    Weights()
    {
        for (int i = 0; i < 16; i++) of[i] = uint8_t(i * 7 + 3);
    }
    static const Weights &get()
    {
        static Weights all;
        return all;
    }
};

void weigh_by_singleton(const uint8_t *a, uint8_t *d, int n)
{
    const Weights &weights = Weights::get();
    for (int i = 0; i < n; i++) d[i] = weights.of[a[i] & 15];
}

inline uint8_t *scratch()
{
    static uint8_t memory[16];
    return memory;
}

void weigh_by_scratch(const uint8_t *a, uint8_t *d, int n)
{
    uint8_t *product = scratch();
    for (int i = 0; i < n; i += 16) {
        int count = n - i < 16 ? n - i : 16;
        for (int j = 0; j < count; j++) product[j] = (a[i + j] & 15) * 7;
        for (int j = 0; j < count; j++) d[i + j] = product[j] + 3;
    }
}

void weigh_once(const uint8_t *a, uint8_t *d, int n)
{
    static const int first = n;
    for (int i = 0; i < n; i++) d[i] = (a[i] & 15) * 7 + 3 + (first > 1000000);
}

static const uint8_t *weights()
{
    static Weights all;
    return all.of;
}

void weigh_by_pointer(const uint8_t *a, uint8_t *d, int n)
{
    const uint8_t *of = weights();
    for (int i = 0; i < n; i++) d[i] = of[a[i] & 15];
}

uint8_t heaviest() { return weights()[15]; }

int &lent()
{
    static int level = make(3)[0];
    return level;
}

void set_lent(int value) { lent() = value; }

int raised(int x) { return x + 3; }

int raised_by_lent(int x) { return x + lent(); }

int drawn(int x)
{
    static int next = make(3)[0];
    return x + next++;
}

Weights &shared()
{
    static Weights all;
    return all;
}

int weight(int i) { return i < 0 ? 0 : shared().of[i & 15]; }
int weight_masked(int i) { return i >= 0 ? shared().of[i % 16] : 0; }

int drawn_shared(int x) { return x + shared().of[0]++; }

int drawn_once(int x)
{
    shared().of[0]++;
    return x + 3;
}
