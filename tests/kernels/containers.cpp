// simdiff: check --reference sum --port sum_from_end --size v.size=0..9 => equivalent "v.data=in:i32[v.size]"
// simdiff: check --reference sum --port sum_narrow => different
// simdiff: check --reference sum --port sum_beyond => defect out-of-bounds-read
// simdiff: check --reference sum --port sum --size v.size=3 => equivalent "v.size = 3"
// simdiff: check --reference scale --port scale_sse => equivalent
// simdiff: check --reference scale --port scale_sse_short => different
// simdiff: check --reference weighted --port weighted_swapped => equivalent
// simdiff: check --reference weighted --port weighted_wrong => different
// simdiff: check --reference digits --port digits_unsigned => equivalent "s.data=in:i8[s.size]"
// simdiff: check --reference digits --port digits_wrong => different
// simdiff: check --reference largest --port largest_of_span --cflags -std=c++20 => equivalent "v.data=in:i32[v.size]"
// simdiff: check --reference largest --port largest_from_zero --cflags -std=c++20 => different
// simdiff: check --reference dot --port dot_shorter => undecided "b.size=size:COUNT"
// simdiff: check --reference dot --port dot_shorter --arg b.size=size:a.size => equivalent
// simdiff: check --reference dot --port dot_shorter --assume 'a.size == b.size' => equivalent
// simdiff: check --reference append --port append_by_insert --size v.size=0..3 => equivalent "v.data=in:i32[v.size]"
// simdiff: check --reference empty --port empty_by_resize => equivalent
// simdiff: check --reference empty --port empty_not => different
// simdiff: check --reference filter::run --port filter::run_by_index => equivalent "this->taps.data=in:i32[this->taps.size]"
// Containers of the standard library, as their elements and their number.

#include <cstdint>
#include <emmintrin.h>
#include <numeric>
#include <string_view>
#include <vector>

int64_t sum(const std::vector<int> &v)
{
    int64_t s = 0;
    for (int x : v) s += x;
    return s;
}

int64_t sum_from_end(const std::vector<int> &v)
{
    int64_t s = 0;
    for (auto i = v.rbegin(); i != v.rend(); ++i) s += *i;
    return s;
}

/* The type of the initial value is that of the sum. */
int64_t sum_narrow(const std::vector<int> &v) { return std::accumulate(v.begin(), v.end(), 0); }

int64_t sum_beyond(const std::vector<int> &v)
{
    int64_t s = 0;
    for (size_t i = 0; i <= v.size(); i++) s += v[i];
    return s;
}

void scale(std::vector<float> &v, float k)
{
    for (float &x : v) x *= k;
}

void scale_sse(std::vector<float> &v, float k)
{
    size_t i = 0;
    for (; i + 4 <= v.size(); i += 4)
        _mm_storeu_ps(&v[i], _mm_mul_ps(_mm_set1_ps(k), _mm_loadu_ps(&v[i])));
    for (; i < v.size(); i++) v[i] = k * v[i];
}

void scale_sse_short(std::vector<float> &v, float k)
{
    for (size_t i = 0; i + 4 <= v.size(); i += 4)
        _mm_storeu_ps(&v[i], _mm_mul_ps(_mm_set1_ps(k), _mm_loadu_ps(&v[i])));
}

struct sample {
    uint8_t value;
    uint16_t weight;
};

unsigned weighted(const std::vector<sample> &samples)
{
    unsigned s = 0;
    for (const sample &x : samples) s += x.value * x.weight;
    return s;
}

unsigned weighted_swapped(const std::vector<sample> &samples)
{
    unsigned s = 0;
    for (size_t i = 0; i < samples.size(); i++) s += unsigned(samples[i].weight) * samples[i].value;
    return s;
}

unsigned weighted_wrong(const std::vector<sample> &samples)
{
    unsigned s = 0;
    for (const sample &x : samples) s += uint16_t(x.value * x.weight);
    return s;
}

int digits(std::string_view s)
{
    int n = 0;
    for (char c : s) n += c >= '0' && c <= '9';
    return n;
}

int digits_unsigned(std::string_view s)
{
    int n = 0;
    for (unsigned char c : s) n += unsigned(c - '0') < 10;
    return n;
}

int digits_wrong(std::string_view s)
{
    int n = 0;
    for (char c : s) n += unsigned(c - '0') <= 10;
    return n;
}

int dot(const std::vector<int> &a, const std::vector<int> &b)
{
    unsigned s = 0;
    for (size_t i = 0; i < a.size(); i++) s += unsigned(a[i]) * unsigned(b[i]);
    return s;
}

int dot_shorter(const std::vector<int> &a, const std::vector<int> &b)
{
    unsigned s = 0;
    for (size_t i = 0; i < a.size() && i < b.size(); i++) s += unsigned(a[i]) * unsigned(b[i]);
    return s;
}

void append(std::vector<int> &v, int x) { v.push_back(x); }
void append_by_insert(std::vector<int> &v, int x) { v.insert(v.end(), x); }

void empty(std::vector<int> &v) { v.clear(); }
void empty_by_resize(std::vector<int> &v) { v.resize(0); }
void empty_not(std::vector<int> &v) { v.resize(v.size() / 2); }

class filter {
    std::vector<int> taps;

public:
    unsigned run(const int *x) const;
    unsigned run_by_index(const int *x) const;
};

unsigned filter::run(const int *x) const
{
    unsigned s = 0;
    for (int tap : taps) s += unsigned(tap) * unsigned(*x++);
    return s;
}

unsigned filter::run_by_index(const int *x) const
{
    unsigned s = 0;
    for (size_t i = 0; i < taps.size(); i++) s += unsigned(taps[i]) * unsigned(x[i]);
    return s;
}

#if __cplusplus >= 202002L
#include <algorithm>
#include <climits>
#include <span>

int largest(std::span<const int> v)
{
    int m = INT_MIN;
    for (int x : v) m = x > m ? x : m;
    return m;
}

int largest_of_span(std::span<const int> v)
{
    int m = INT_MIN;
    for (size_t i = v.size(); i-- > 0;) m = std::max(m, v[i]);
    return m;
}

int largest_from_zero(std::span<const int> v)
{
    int m = 0;
    for (int x : v) m = std::max(m, x);
    return m;
}
#endif
