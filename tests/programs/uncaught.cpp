// Nobody catches what is thrown for one input in 256.
#include <klee/klee.h>
#include <stdexcept>

namespace geometry {
struct Overflow : std::runtime_error {
    using std::runtime_error::runtime_error;
};
}  // namespace geometry

static void check(unsigned char x) {
    if (x == 200) throw geometry::Overflow("too large");
    if (x == 100) throw x;
}

int main() {
    unsigned char x;
    klee_make_symbolic(&x, 1, "x");
    try {
        check(x);
    } catch (unsigned char) {
    }
    return 0;
}
