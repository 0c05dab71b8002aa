// simdiff: check --reference differences --port differences_back => equivalent "separate buffers: with one buffer for s.data and d.data"
// simdiff: check --reference differences --port differences_again => equivalent
// Two vectors may be one: a port that goes from the end to the beginning then reads what it wrote.

#include <cstddef>
#include <vector>

void differences(const std::vector<int> &s, std::vector<int> &d)
{
    if (d.size() < s.size()) return;
    for (std::size_t i = 0; i < s.size(); i++) d[i] = s[i] ^ (i + 1 < s.size() ? s[i + 1] : 0);
}

void differences_again(const std::vector<int> &s, std::vector<int> &d)
{
    if (d.size() < s.size()) return;
    for (std::size_t i = 0; i + 1 < s.size(); i++) d[i] = s[i] ^ s[i + 1];
    if (!s.empty()) d[s.size() - 1] = s.back();
}

void differences_back(const std::vector<int> &s, std::vector<int> &d)
{
    if (d.size() < s.size()) return;
    for (std::size_t i = s.size(); i-- > 0;) d[i] = s[i] ^ (i + 1 < s.size() ? s[i + 1] : 0);
}
