// simdiff: check --reference sum --port sum_one_more --cflags "-std=c++17 -D_GLIBCXX_ASSERTIONS" => defect "assertion can fail: __n < this->size()"
// simdiff: check --reference sum --port sum_back --cflags "-std=c++17 -D_GLIBCXX_ASSERTIONS" => equivalent
// With assertions of the C++ library, an index out of range fails one.

#include <vector>

unsigned sum(const std::vector<unsigned> &v)
{
    unsigned total = 0;
    for (unsigned x : v) total += x;
    return total;
}

unsigned sum_one_more(const std::vector<unsigned> &v)
{
    unsigned total = 0;
    for (unsigned long i = 0; i <= v.size(); i++) total += v[i];
    return total;
}

unsigned sum_back(const std::vector<unsigned> &v)
{
    unsigned total = 0;
    for (unsigned long i = v.size(); i-- > 0;) total += v[i];
    return total;
}
