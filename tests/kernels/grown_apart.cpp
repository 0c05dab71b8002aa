// simdiff: check grown_apart_port.cpp --reference grown_apart.cpp::store --port grown_apart_port.cpp::store => different "v[0].size"
// simdiff: check grown_apart_port.cpp --reference grown_apart.cpp::keep --port grown_apart_port.cpp::keep => equivalent
// simdiff: check grown_apart_port.cpp --reference grown_apart.cpp::flip --port grown_apart_port.cpp::flip => different "v[0].size"
// Only one of two files appends to a vector: it is built for the calls of both.

#include <string>
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

void flip(std::string &s, std::vector<int> &v)
{
    for (char &c : s) c ^= 1;
    v.push_back(1);
}
