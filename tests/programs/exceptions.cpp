// Throwing and catching, casts by the type of an object, the library's own
// exceptions, map, list and function.
#include <cassert>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

static std::string trace;

struct Traced {
    char name;
    explicit Traced(char n) : name(n) { trace += n; }
    Traced(const Traced &other) : name(other.name) { trace += '='; }
    ~Traced() { trace += char(name - 'a' + 'A'); }
};

struct Left { int left = 1; virtual ~Left() {} };
struct Right { int right = 2; virtual ~Right() {} };
struct Both : Left, Right { int both = 3; };
struct Top { int top = 4; virtual ~Top() {} };
struct V1 : virtual Top { int v1 = 5; };
struct V2 : virtual Top { int v2 = 6; };
struct Diamond : V1, V2, private Right { int diamond = 7; };
struct A1 : Top {};
struct A2 : Top {};
struct Twice : A1, A2 {};

template <class T> static void raise(const T &value) {
    Traced local('r');
    throw value;
}

static int caught(int what) {
    try {
        Traced local('t');
        switch (what) {
        case 0: raise(7);
        case 1: raise(2.5);
        case 2: raise("text");
        case 3: raise(Both());
        case 4: raise(Diamond());
        case 5: raise(Twice());
        case 6: raise(std::string("a string"));
        case 7: raise((char *)nullptr);
        case 8: raise(nullptr);
        }
        return -1;
    } catch (const int &i) {
        return i;
    } catch (const char *text) {
        return text ? (int)std::strlen(text) : 100;
    } catch (Right &right) {
        return right.right;
    } catch (const Top &top) {
        return top.top;
    } catch (const std::string &text) {
        return (int)text.size() + 10;
    } catch (...) {
        return 50;
    }
}

static void nested() {
    try {
        try {
            throw Traced('x');
        } catch (Traced &t) {
            assert(t.name == 'x');
            try {
                throw 3;
            } catch (int i) {
                assert(i == 3);
            }
            t.name = 'y';
            throw;
        }
    } catch (const Traced &t) {
        assert(t.name == 'y' && std::uncaught_exceptions() == 0);
        trace += '.';
    }
}

struct Member {
    Traced first{'m'};
    std::vector<int> values;
    Member() { values.at(3) = 1; }
};

static bool quiet() noexcept {
    try {
        Member member;
    } catch (const std::logic_error &error) {
        return std::strstr(error.what(), "vector::_M_range_check: __n (which is 3) >= this->size() (which is 0)");
    }
    return false;
}

struct AtUnwinding {
    int *count;
    ~AtUnwinding() { *count = std::uncaught_exceptions(); }
};

static void casts() {
    Both both;
    Left *left = &both;
    assert(dynamic_cast<Right *>(left) == &both && dynamic_cast<Both *>(left) == &both);
    assert(dynamic_cast<void *>((Right *)&both) == &both);
    Diamond diamond;
    Top *top = &diamond;
    assert(dynamic_cast<Diamond *>(top) == &diamond && dynamic_cast<V2 *>(top)->v2 == 6);
    assert(!dynamic_cast<Right *>(top) && !dynamic_cast<Left *>(top));
    V1 *v1 = &diamond;
    assert(dynamic_cast<V2 *>(v1) == &diamond);
    Twice twice;
    A1 *a1 = &twice;
    assert(dynamic_cast<A2 *>(a1) == &twice && dynamic_cast<Twice *>((Top *)a1) == &twice);
    assert(typeid(*left) == typeid(Both) && typeid(*left) != typeid(Left));
    assert(!std::strcmp(typeid(*top).name(), "7Diamond"));
    bool failed = false;
    try {
        dynamic_cast<Diamond &>(*(Top *)a1).diamond++;
    } catch (const std::bad_cast &error) {
        failed = !std::strcmp(error.what(), "std::bad_cast");
    }
    assert(failed);
    failed = false;
    Left *none = nullptr;
    try {
        (void)typeid(*none).name();
    } catch (const std::bad_typeid &) {
        failed = true;
    }
    assert(failed);
}

static int standard(int what) {
    try {
        switch (what) {
        case 0: throw std::out_of_range("range");
        case 1: throw std::runtime_error(std::string("run"));
        case 2: (void)std::stoi("none"); break;
        case 3: (void)std::stoi("99999999999"); break;
        case 4: (void)std::string("abc").substr(5); break;
        case 5: std::function<int(int)>()(1); break;
        case 6: throw std::bad_alloc();
        case 7: std::map<int, int>().at(3); break;
        }
    } catch (const std::invalid_argument &e) {
        return 1000 + std::strlen(e.what());
    } catch (const std::out_of_range &e) {
        return 2000 + std::strlen(e.what());
    } catch (const std::runtime_error &e) {
        return 3000 + std::strlen(e.what());
    } catch (const std::exception &e) {
        return 4000 + std::strlen(e.what());
    }
    return 0;
}

static int through_pointer(int (*f)(int), int x) {
    Traced local('p');
    return f(x);
}

int main() {
    const int expected[] = {7, 50, 4, 2, 4, 50, 18, 100, 100};
    for (int i = 0; i < 9; i++) assert(caught(i) == expected[i]);
    assert(caught(9) == -1);
    std::string all;
    for (int i = 0; i < 9; i++) all += "trRT";
    assert(trace == all + "tT");

    trace.clear();
    nested();
    assert(trace == "x.Y");
    trace.clear();
    assert(quiet() && trace == "mM");

    int inside = 0;
    try {
        AtUnwinding guard{&inside};
        throw 1;
    } catch (int) {
    }
    assert(inside == 1 && std::uncaught_exceptions() == 0);

    casts();
    const int kinds[] = {2005, 3003, 1004, 2004, 0, 4017, 4014, 2007};
    for (int i = 0; i < 8; i++)
        if (i != 4) assert(standard(i) == kinds[i]);
    assert(standard(4) > 2000);

    trace.clear();
    int result = 0;
    try {
        result = through_pointer([](int x) -> int { throw x + 1; }, 4);
    } catch (int x) {
        result = x;
    }
    assert(result == 5 && trace == "pP");

    std::unique_ptr<Traced> owner(new Traced('u'));
    trace.clear();
    try {
        std::unique_ptr<Traced> other = std::move(owner);
        throw std::make_pair(1, 2);
    } catch (std::pair<int, int> &pair) {
        assert(pair.second == 2);
    }
    assert(trace == "U" && !owner);
    return 0;
}
