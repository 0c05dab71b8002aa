// simdiff: check --reference size --port size_mutable => equivalent "s=out:std::string[1]"
// simdiff: check --reference size_mutable --port size --size s.size=0..17 => equivalent
// simdiff: check --reference size --port size_appending --size s.size=0..17 => different "s[0].size"
// simdiff: check --reference total --port total_of_copy => equivalent "im.px=out:std::vector<int>[1]"
// simdiff: check --reference total --port total_appended => different "im.px[0].size"
// simdiff: check --reference sum --port sum_of_copy => equivalent
// simdiff: check --reference tally::count --port tally::count_of_copy => equivalent
// A version may take a constant container and the other one that it may change.

#include <cstddef>
#include <string>
#include <vector>

size_t size(const std::string &s)
{
    return s.size();
}

size_t size_mutable(std::string &s)
{
    return s.size();
}

size_t size_appending(std::string &s)
{
    size_t n = s.size();
    s += ' ';
    return n;
}

struct image {
    std::vector<int> px;
    int width;
};

int total(const image &im)
{
    int n = 0;
    for (int x : im.px) n += x;
    return n;
}

int total_of_copy(image &im)
{
    std::vector<int> all(im.px);
    int n = 0;
    for (int x : all) n += x;
    return n;
}

int total_appended(image &im)
{
    int n = total(im);
    im.px.push_back(n);
    return n;
}

int sum(const std::vector<int> &v)
{
    int n = 0;
    for (int x : v) n += x;
    return n;
}

int sum_of_copy(std::vector<int> &v)
{
    std::vector<int> all(v);
    return sum(all);
}

class tally {
public:
    size_t count() const;
    size_t count_of_copy();

private:
    std::vector<int> all;
};

size_t tally::count() const
{
    return all.size();
}

size_t tally::count_of_copy()
{
    std::vector<int> copy(all);
    return copy.size();
}
