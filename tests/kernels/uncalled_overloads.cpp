// simdiff: check --reference 'Sum::add(unsigned)' --port Sum::add_one => equivalent
// simdiff: check --reference 'Sum::add(unsigned const*, int)' --port Sum::add_backwards --size n=0..5 => equivalent
// simdiff: check --reference 'Sum::add(unsigned const*, int)' --port Sum::add_but_first --size n=0..5 => different
// simdiff: check --reference 'Sum::top(int) const' --port Sum::top_bits --arg by=0..31 => equivalent
// simdiff: check --reference 'largest<int>' --port 'largest<int, 1>' => equivalent
// Methods of a class, inline functions and templates are compared though nothing calls them; of
// several of one name, parameter types select one.

struct Sum {
    unsigned total;

    void add(unsigned x) { total += x; }
    void add_one(unsigned x) { total = x + total; }

    void add(const unsigned *x, int n) {
        for (int i = 0; i < n; i++) total += x[i];
    }
    void add_backwards(const unsigned *x, int n) {
        for (int i = n; i > 0; i--) total += x[i - 1];
    }
    void add_but_first(const unsigned *x, int n) {
        for (int i = n; i > 1; i--) total += x[i - 1];
    }

    unsigned top(int by) { return total >>= by; }
    unsigned top(int by) const { return total >> by; }
    unsigned top_bits(int by) const { return (total & ~0u << by) >> by; }
};

template <class T, int... more> T largest(T x, T y) { return x < y ? y : x; }
