// The ports of grown_apart.cpp.

#include <vector>

void store(std::vector<int> &v, int x)
{
    if (!v.empty()) v[0] = x;
}

void keep(std::vector<int> &v, int x)
{
    for (int &y : v) y += x;
}
