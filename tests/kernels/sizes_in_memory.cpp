// simdiff: check --cflags -std=c++20 --reference sum --port sum_of_view => equivalent
// simdiff: check --cflags -std=c++20 --reference sum --port sum_but_37 => different "at values.size = 37"
// simdiff: check --cflags -std=c++20 --reference total --port total_from_copy => different "at count = 77"
// simdiff: check --cflags -std=c++20 --reference total --port total_made => different "at count = 123"
// simdiff: check --cflags -std=c++20 --reference total --port total_walked => equivalent
// simdiff: check --cflags -std=c++20 --reference total --port total_walked_to_200 => different
// simdiff: check --cflags -std=c++20 --reference total --port total_by_lambda => different "at count = 91"
// simdiff: check --cflags -std=c++20 --reference total --port total_flagged => equivalent
// simdiff: check --cflags -std=c++20 --reference total --port total_but_200 => different "at count = 200"
// simdiff: check --cflags -std=c++20 --reference total --port total_but_many => different "at count = 512"
// simdiff: check --cflags -std=c++20 --reference total --port total_in_lanes => different "at count = 200"
// simdiff: check --cflags -std=c++20 --reference set --port set_narrow => different
// A size that a branch reads from memory: a member of a view, of a local structure or of one
// that a function returns, what a lambda captured. Flags do not count: no size changes them.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <immintrin.h>

unsigned sum(std::span<const unsigned> values)
{
    unsigned s = 0;
    for (unsigned x : values) s += x;
    return s;
}

unsigned sum_of_view(std::span<const unsigned> view)
{
    unsigned s = 0;
    for (std::size_t i = view.size(); i-- > 0;) s += view[i];
    return s;
}

unsigned sum_but_37(std::span<const unsigned> values)
{
    return sum(values) + (values.size() == 37);
}

unsigned total(const unsigned *p, unsigned count)
{
    unsigned s = 0;
    for (unsigned i = 0; i < count; i++) s += p[i];
    return s;
}

struct range {
    const unsigned *first;
    unsigned count;
    unsigned size() const { return count; }
    bool done() const { return count == 0; }
    range &next()
    {
        first++, count--;
        return *this;
    }
};

unsigned total_from_copy(const unsigned *p, unsigned count)
{
    range r{p, count}, copy = r;
    unsigned s = 0;
    for (unsigned i = 0; i < r.count; i++) s += r.first[i];
    return copy.size() == 77 ? s + 1 : s;
}

static range made(const unsigned *p, unsigned count)
{
    range r;
    r.first = p, r.count = count;
    return r;
}

unsigned total_made(const unsigned *p, unsigned count)
{
    unsigned s = total(p, count);
    if (made(p, count).size() == 123) s ^= 1;
    return s;
}

unsigned total_walked(const unsigned *p, unsigned count)
{
    unsigned s = 0;
    for (range r{p, count}; !r.done(); r.next()) s += *r.first;
    return s;
}

unsigned total_walked_to_200(const unsigned *p, unsigned count)
{
    unsigned s = 0, k = 0;
    for (range r{p, count}; !r.done(); r.next()) s += ++k == 200 ? 0 : *r.first;
    return s;
}

unsigned total_by_lambda(const unsigned *p, unsigned count)
{
    unsigned s = 0;
    std::for_each(p, p + count, [&](unsigned x) { s += count == 91 ? x / 2 : x; });
    return s;
}

struct options {
    bool twice;
    unsigned step;
};

static unsigned one(const unsigned *p, const options *o)
{
    return o->twice ? *p * 2 : *p;
}

unsigned total_flagged(const unsigned *p, unsigned count)
{
    options o = {false, 1};
    unsigned s = 0;
    for (unsigned i = 0; i < count; i += o.step) s += one(p + i, &o);
    return s;
}

/* Comparisons of floats and of lanes, and one that is undefined where there is nothing. */
unsigned total_but_200(const unsigned *p, unsigned count)
{
    return total(p, count) + ((double)count == 200.0);
}

unsigned total_but_many(const unsigned *p, unsigned count)
{
    return total(p, count) + (count && __builtin_clz(count) == 22);
}

unsigned total_in_lanes(const unsigned *p, unsigned count)
{
    __m128i same = _mm_cmpeq_epi32(_mm_set1_epi32((int)count), _mm_set1_epi32(200));
    return total(p, count) - (unsigned)_mm_cvtsi128_si32(same);
}

unsigned set(const bool *flags, unsigned count)
{
    unsigned n = 0;
    for (unsigned i = 0; i < count; i++) n += flags[i];
    return n;
}

/* 256 flags that are set are none. */
unsigned set_narrow(const bool *flags, unsigned count)
{
    std::uint8_t n = 0;
    for (unsigned i = 0; i < count; i++) n += flags[i];
    return n;
}
