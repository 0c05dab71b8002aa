// simdiff: check --cflags -std=c++20 --reference checksum --port checksum_pairs --arg q->end=&q->at[n] --size n=0..9 => equivalent "q->end=&q->at[n]"
// simdiff: check --cflags -std=c++20 --reference checksum --port checksum_even --arg q->end=&q->at[n] --size n=1..5 => defect
// simdiff: check --cflags -std=c++20 --reference largest --port largest_from_end --size n=1..6 => equivalent "last=&first[n]"
// simdiff: check --cflags -std=c++20 --reference largest --port largest_but_first --arg last=&first[n] --size n=2..4 => different
// simdiff: check --cflags -std=c++20 --reference total --port total_but_200 --arg last=&first[n] => different "at n = 200"
// simdiff: check --cflags -std=c++20 --reference scale --port scale_indexed --size v.size=0..5 => equivalent "v.data=inout:f32[v.size]"
// simdiff: check --cflags -std=c++20 --reference scale --port scale_most --size v.size=1..5 => different
// simdiff: check --cflags -std=c++20 --reference parity --port parity_indexed => equivalent
// simdiff: check --cflags -std=c++20 --reference count --port count_down => equivalent
// Pointers to the end of another one's buffer, and the containers that are made of such.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

struct queue {
    const std::uint8_t *at, *end;
};

unsigned checksum(queue *q)
{
    unsigned sum = 0;
    while (q->at < q->end) sum += *q->at++;
    return sum;
}

unsigned checksum_pairs(queue *q)
{
    unsigned sum = 0;
    for (; q->end - q->at >= 2; q->at += 2) sum += q->at[0] + q->at[1];
    if (q->at != q->end) sum += *q->at++;
    return sum;
}

unsigned checksum_even(queue *q)
{
    unsigned sum = 0;
    for (; q->at < q->end; q->at += 2) sum += q->at[0] + q->at[1];
    return sum;
}

std::int32_t largest(const std::int32_t *first, const std::int32_t *last)
{
    std::int32_t most = INT32_MIN;
    for (; first != last; ++first)
        if (*first > most) most = *first;
    return most;
}

std::int32_t largest_from_end(const std::int32_t *first, const std::int32_t *last)
{
    std::int32_t most = INT32_MIN;
    while (last != first)
        if (*--last > most) most = *last;
    return most;
}

std::int32_t largest_but_first(const std::int32_t *first, const std::int32_t *last)
{
    return largest(first + 1, last);
}

void scale(std::vector<float> &v, float by)
{
    for (float &x : v) x *= by;
}

void scale_indexed(std::vector<float> &v, float by)
{
    for (std::size_t i = v.size(); i-- > 0;) v[i] = by * v[i];
}

void scale_most(std::vector<float> &v, float by)
{
    for (std::size_t i = 1; i < v.size(); i++) v[i] *= by;
}

int parity(std::span<const int> v)
{
    int all = 0;
    for (int x : v) all ^= x;
    return all;
}

int parity_indexed(std::span<const int> v)
{
    int all = 0;
    for (std::size_t i = 0; i < v.size(); i++) all ^= v[i];
    return all;
}

int count(std::string_view text)
{
    int found = 0;
    for (char c : text) found += c == 'a';
    return found;
}

int count_down(std::string_view text)
{
    int found = 0;
    for (std::size_t i = text.size(); i-- > 0;)
        if (text[i] == 'a') found++;
    return found;
}

unsigned total(const unsigned *first, const unsigned *last)
{
    unsigned s = 0;
    for (; first != last; first++) s += *first;
    return s;
}

unsigned total_but_200(const unsigned *first, const unsigned *last)
{
    unsigned s = first + 200 == last;
    for (; first != last; first++) s += *first;
    return s;
}
