// Exceptions leave branches whose arms are merged, and functions around them.
#include <cassert>
#include <klee/klee.h>

static int cleaned;

struct Guard {
    int by;
    ~Guard() { cleaned += by; }
};

static int inner(int x) {
    Guard guard{1};
    if (x > 10) {
        if (x > 20) throw x;
        return 2;
    }
    return 1;
}

static int middle(int x, int y) {
    Guard guard{10};
    int result = 0;
    if (y > 5) {
        result = inner(x);
        result += y;
    } else {
        result = inner(x) + 100;
    }
    return result;
}

static int outer(int x, int y) {
    try {
        if (x & 1) return middle(x, y);
        return middle(x, y) + 1000;
    } catch (int thrown) {
        return -thrown;
    }
}

int main() {
    int x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    klee_assume(y < 1000);
    int result = outer(x, y);
    assert(cleaned == 11);
    if (x > 20)
        assert(result == -x);
    else
        assert(result == (x > 10 ? 2 : 1) + (y > 5 ? y : 100) + (x & 1 ? 0 : 1000));
    return 0;
}
