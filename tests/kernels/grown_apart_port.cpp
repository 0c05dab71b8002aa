// simdiff: check grown_apart.cpp --reference grown_apart_port.cpp::store --port grown_apart.cpp::store => different "v[0].size"
// The ports of grown_apart.cpp.

#include <string>
#include <vector>

void store(std::vector<int> &v, int x)
{
    if (!v.empty()) v[0] = x;
}

void keep(std::vector<int> &v, int x)
{
    for (int &y : v) y += x;
}

void flip(std::string &s, std::vector<int> &)
{
    for (char &c : s) c ^= 1;
}
