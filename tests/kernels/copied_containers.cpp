// simdiff: check --reference total --port total_of_copy --size v.size=0..6 => equivalent
// simdiff: check --reference total --port total_but_last --size v.size=0..6 => different
// simdiff: check --reference trimmed --port trimmed_copy --size s.size=0..6 => equivalent
// A copy of a container that the function changes is compared with a constant reference.

#include <string>
#include <vector>

unsigned total(const std::vector<unsigned> &v) {
    unsigned sum = 0;
    for (unsigned x : v) sum += x;
    return sum;
}

unsigned total_of_copy(std::vector<unsigned> v) {
    unsigned sum = 0;
    for (; !v.empty(); v.pop_back()) sum += v.back();
    return sum;
}

unsigned total_but_last(std::vector<unsigned> v) {
    if (v.size() > 4) v.pop_back();
    return total(v);
}

std::string trimmed(const std::string &s) {
    std::size_t end = s.size();
    while (end > 0 && s[end - 1] == ' ') end--;
    return s.substr(0, end);
}

std::string trimmed_copy(std::string s) {
    while (!s.empty() && s.back() == ' ') s.pop_back();
    return s;
}
