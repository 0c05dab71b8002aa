// simdiff: check grown_apart_port.cpp --reference grown_apart.cpp::store --port grown_apart_port.cpp::store => different "v[0].size"
// simdiff: check grown_apart_port.cpp --reference grown_apart.cpp::keep --port grown_apart_port.cpp::keep => equivalent
// Only one of two files appends to a vector: it is built for the calls of both.

#include <vector>

void store(std::vector<int> &v, int x)
{
    v.push_back(x);
}

void keep(std::vector<int> &v, int x)
{
    std::vector<int> copy(v);
    for (int &y : copy) y += x;
    v = copy;
}
