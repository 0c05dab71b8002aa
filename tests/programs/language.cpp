// What C++ compilers emit: tables of virtual functions, guards, bit-fields,
// wide integers, atomics, variable arguments, templates of the library.
#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdarg>
#include <cstdlib>
#include <string>
#include <vector>

static std::string log_text;

struct Traced {
    char name;
    explicit Traced(char n) : name(n) { log_text += n; }
    ~Traced() { log_text += char(name - 'a' + 'A'); }
};

struct Shape {
    virtual ~Shape() {}
    virtual int area() const = 0;
};
struct Square : Shape {
    int side;
    explicit Square(int s) : side(s) {}
    int area() const override { return side * side; }
};
struct Named {
    virtual ~Named() {}
    virtual const char *name() const { return "named"; }
};
struct Both : Square, Named {
    Both() : Square(3) {}
    const char *name() const override { return "both"; }
};

struct Bits {
    unsigned low : 3;
    int middle : 7;
    unsigned long high : 40;
};

struct Large {
    long values[5];
};

static Large twice(Large x) {
    for (long &v : x.values) v *= 2;
    return x;
}

static double sum(int count, ...) {
    va_list list, copy;
    va_start(list, count);
    va_copy(copy, list);
    double total = 0;
    for (int i = 0; i < count; i++) total += va_arg(list, int);
    total += va_arg(list, double);
    Large large = va_arg(list, Large);
    total += large.values[4];
    assert(va_arg(copy, int) == 1);
    va_end(copy);
    va_end(list);
    return total;
}

static int &counter() {
    static int count = (log_text += '!', 10);
    return count;
}

static int choose(int x) {
    switch (x) {
    case 1: return 10;
    case 5: return 50;
    case 1000: return 3;
    case -7: return 4;
    default: return 0;
    }
}

static Traced global_a('a'), global_b('b');
extern "C" int original(int x) { return x + 1; }
extern "C" int other(int x) __attribute__((alias("original")));

static void at_end() { assert(log_text == "ab!cCdD"); }

int main() {
    std::atexit(at_end);
    assert(log_text == "ab");
    ++counter();
    ++counter();
    assert(counter() == 12);
    {
        Traced local('c');
    }
    delete new Traced('d');

    Both both;
    Shape *shape = &both;
    Named *named = &both;
    assert(shape->area() == 9 && std::string(named->name()) == "both");

    Bits bits = {};
    bits.low = 13;
    bits.middle = -5;
    bits.high = 0xfedcba9876;
    assert(bits.low == 5 && bits.middle == -5 && bits.high == 0xfedcba9876);

    unsigned __int128 wide = (unsigned __int128)1 << 100;
    assert((unsigned long)((wide / 3) >> 64) == 0x555555555ul && wide % 7 == 2);

    std::atomic<int> shared(5);
    int expected = 8;
    assert(shared.fetch_add(3) == 5 && shared.compare_exchange_strong(expected, 1) && shared == 1);

    Large large = {{1, 2, 3, 4, 5}};
    assert(sum(3, 1, 2, 3, 0.5, twice(large)) == 16.5);
    assert(choose(1000) == 3 && choose(-7) == 4 && choose(2) == 0 && other(1) == 2);

    std::vector<int> values;
    for (int i = 0; i < 20; i++) values.push_back(i * 7 % 20);
    std::sort(values.begin(), values.end());
    assert(std::is_sorted(values.begin(), values.end()) && values[19] == 19);
    std::string text = "a string that does not fit into the object itself";
    text.insert(1, "ny");
    assert(text.find("fit") == 25 && text.size() == 51);
    char *dynamic = (char *)__builtin_alloca(values.size());
    dynamic[19] = 1;
    assert(dynamic[19] == 1);
    return 0;
}
