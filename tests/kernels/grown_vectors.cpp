// simdiff: check --reference keep --port keep_by_range --size a.size=0..3 --size out.size=0..1 => equivalent
// simdiff: check --reference keep --port keep_zero => different "out[0].size"
// simdiff: check --reference keep --port keep_wrong => different "out[0].data[0]"
// simdiff: check --reference twice --port twice_in_place --size a.size=0..3 => equivalent "result=out:"
// simdiff: check --reference twice --port twice_and_one => different "result[0].size"
// simdiff: check --reference twice --port twice_less_one => different "result[0].size"
// simdiff: check --reference twice --port twice_wrong => different "result[0].data[2]"
// simdiff: check --reference scaled --port scaled_sse_short => different
// simdiff: check --reference sum --port sum_less_one => different
// simdiff: check --reference many --port many --size a.size=300 => undecided "more than 512 elements"
// simdiff: check --reference stored::add --port stored::add => equivalent "this->all=out:std::vector<int>[1]"
// simdiff: check --reference positive --port positive_by_index => equivalent "more paths than can be followed"
// simdiff: check --reference positive --port positive_zero => different "std::vector<int>"
// simdiff: check --reference positive --port positive_hidden => undecided
// Vectors that a call appends to or returns, and pairs of their iterators.

#include <cstddef>
#include <emmintrin.h>
#include <vector>

void keep(const std::vector<int> &a, std::vector<int> &out)
{
    for (size_t i = 0; i < a.size(); i++)
        if (a[i] > 0) out.push_back(a[i]);
}

void keep_by_range(const std::vector<int> &a, std::vector<int> &out)
{
    for (int x : a)
        if (0 < x) out.insert(out.end(), x);
}

void keep_zero(const std::vector<int> &a, std::vector<int> &out)
{
    for (int x : a)
        if (0 <= x) out.push_back(x);
}

void keep_wrong(const std::vector<int> &a, std::vector<int> &out)
{
    for (int x : a)
        if (0 < x) out.push_back(x ^ (x == 77));
}

std::vector<unsigned> twice(const std::vector<unsigned> &a)
{
    std::vector<unsigned> r;
    for (unsigned x : a) r.push_back(x * 2);
    return r;
}

std::vector<unsigned> twice_in_place(const std::vector<unsigned> &a)
{
    std::vector<unsigned> r(a);
    for (unsigned &x : r) x += x;
    return r;
}

std::vector<unsigned> twice_and_one(const std::vector<unsigned> &a)
{
    std::vector<unsigned> r = twice(a);
    r.push_back(0);
    return r;
}

std::vector<unsigned> twice_less_one(const std::vector<unsigned> &a)
{
    std::vector<unsigned> r = twice(a);
    if (!r.empty()) r.pop_back();
    return r;
}

std::vector<unsigned> twice_wrong(const std::vector<unsigned> &a)
{
    std::vector<unsigned> r = twice(a);
    if (r.size() > 2) r[2]++;
    return r;
}

/* The argument becomes the result. */
std::vector<float> scaled(std::vector<float> v, float k)
{
    for (float &x : v) x *= k;
    return v;
}

std::vector<float> scaled_sse_short(std::vector<float> v, float k)
{
    for (size_t i = 0; i + 4 <= v.size(); i += 4)
        _mm_storeu_ps(&v[i], _mm_mul_ps(_mm_set1_ps(k), _mm_loadu_ps(&v[i])));
    return v;
}

using iterator = std::vector<float>::const_iterator;

float sum(iterator first, iterator last)
{
    float s = 0;
    for (; first != last; ++first) s += *first;
    return s;
}

float sum_less_one(iterator first, iterator last)
{
    float s = 0;
    for (; first != last && first + 1 != last; ++first) s += *first;
    return s;
}

std::vector<int> many(const std::vector<int> &a)
{
    std::vector<int> r(a);
    r.resize(2 * a.size());
    return r;
}

struct stored {
    std::vector<int> all;
    void add(int x);
};

void stored::add(int x) { all.push_back(x); }

std::vector<int> positive(const std::vector<int> &a)
{
    std::vector<int> r;
    for (int x : a)
        if (x > 0) r.push_back(x);
    return r;
}

std::vector<int> positive_by_index(const std::vector<int> &a)
{
    std::vector<int> r;
    for (size_t i = 0; i < a.size(); i++)
        if (!(a[i] <= 0)) r.push_back(a[i]);
    return r;
}

std::vector<int> positive_zero(const std::vector<int> &a)
{
    std::vector<int> r;
    for (int x : a)
        if (x >= 0) r.push_back(x);
    return r;
}

/* Code that only sizes reach that cannot be decided. */
std::vector<int> positive_hidden(const std::vector<int> &a)
{
    std::vector<int> r;
    for (int x : a)
        if (x > 0) r.push_back(x == 12345678 && r.size() == 30 ? 0 : x);
    return r;
}
