// equivalent: exceptions that outlive their handlers, and what destructors see of them.
#include <cassert>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

static int alive;

struct Counted {
    int value;
    explicit Counted(int v) : value(v) { alive++; }
    Counted(const Counted &other) : value(other.value) { alive++; }
    virtual ~Counted() { alive--; }
};

struct Derived : Counted {
    using Counted::Counted;
};

static std::exception_ptr kept(int value) {
    try {
        throw Derived(value);
    } catch (...) {
        return std::current_exception();
    }
}

static void pointers() {
    assert(!std::current_exception() && std::exception_ptr() == nullptr);
    std::exception_ptr first = kept(7), second = kept(8), same = first;
    assert(alive == 2 && first == same && first != second && first);
    for (int round = 0; round < 2; round++) {
        try {
            std::rethrow_exception(first);
        } catch (Counted &counted) {
            assert(counted.value == 7 + round && alive == 2);
            counted.value++;
            assert(std::current_exception() == first && std::uncaught_exceptions() == 0);
        }
    }
    second = nullptr;
    assert(alive == 1);
    try {
        try {
            std::rethrow_exception(std::move(first));
        } catch (const Derived &) {
            same = nullptr;
            assert(alive == 1);
            throw;
        }
    } catch (Counted &counted) {
        assert(counted.value == 9 && alive == 1);
    }
    assert(alive == 0);
}

static void made() {
    std::exception_ptr made = std::make_exception_ptr(std::out_of_range("too far"));
    std::vector<std::exception_ptr> copies(3, made);
    int seen = 0;
    for (auto &copy : copies) {
        try {
            std::rethrow_exception(copy);
        } catch (const std::logic_error &error) {
            seen += std::string(error.what()) == "too far" && typeid(error) == typeid(std::out_of_range);
        }
    }
    assert(seen == 3);
    try {
        std::rethrow_exception(std::make_exception_ptr(5));
    } catch (int five) {
        assert(five == 5);
    }
}

static void inner() { throw std::runtime_error("inner"); }

static void outer() {
    try {
        inner();
    } catch (...) {
        std::throw_with_nested(std::logic_error("outer"));
    }
}

static std::string told(const std::exception &error) {
    std::string text = error.what();
    try {
        std::rethrow_if_nested(error);
    } catch (const std::exception &below) {
        text += " of " + told(below);
    }
    return text;
}

static void nested() {
    try {
        outer();
    } catch (const std::exception &error) {
        assert(told(error) == "outer of inner");
        const auto *nested = dynamic_cast<const std::nested_exception *>(&error);
        assert(nested && nested->nested_ptr());
    }
}

/* Whether it is destroyed because an exception passes. */
struct Guard {
    int before = std::uncaught_exceptions();
    int *failures;
    explicit Guard(int *f) : failures(f) {}
    ~Guard() { *failures += std::uncaught_exceptions() > before; }
};

struct Cleaner {
    int *failures;
    ~Cleaner() {
        Guard inside(failures);
        try {
            Guard guard(failures);
            throw 1;
        } catch (int) {
            assert(std::uncaught_exceptions() == 1);
        }
    }
};

static void passing() {
    int failures = 0;
    try {
        Guard guard(&failures);
        Cleaner cleaner{&failures};
        throw std::bad_alloc();
    } catch (std::bad_alloc &) {
        assert(failures == 2);
    }
    { Guard guard(&failures); }
    assert(failures == 2);
}

/* Members and elements that were made are destroyed, others are not. */
struct Third {
    Counted counted;
    explicit Third(int i) : counted(i) {
        if (i == 2) throw i;
    }
};

struct Row {
    Third cells[4] = {Third(0), Third(1), Third(2), Third(3)};
};

static void halfway() {
    bool caught = false;
    try {
        auto row = std::make_unique<Row>();
    } catch (int two) {
        caught = two == 2;
    }
    assert(caught && alive == 0);
    try {
        std::weak_ptr<int> gone = std::make_shared<int>(1);
        std::shared_ptr<int> again(gone);
        assert(false);
    } catch (const std::bad_weak_ptr &error) {
        assert(std::string(error.what()) == "bad_weak_ptr");
    }
}

int main() {
    pointers();
    made();
    nested();
    passing();
    halfway();
}
