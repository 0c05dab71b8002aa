// simdiff: check --reference hex --port hex_in_place => equivalent "result=out:std::string[1]"
// simdiff: check --reference hex --port hex_swapped => different "result[0].data[0]"
// simdiff: check --reference hex --port hex_long --size v.size=0..9 => different "result[0].data[15]"
// simdiff: check --reference quote --port quote_by_insert => equivalent "s=out:std::string[1]"
// simdiff: check --reference quote --port quote_once => different "s[0].size"
// simdiff: check --reference trim --port trim_by_find --size s.size=0..3 => equivalent
// simdiff: check --reference trim --port trim_tabs --size s.size=0..3 => different
// simdiff: check --reference greet --port greet_moved => equivalent
// simdiff: check --reference greet --port greet_empty => different "result[0].size"
// simdiff: check --reference wide --port wide_wrong --size s.size=0..9 => different
// simdiff: check --reference length --port length_by_loop --size s.size=0..3 => equivalent
// simdiff: check --reference length --port length_of_all --size s.size=0..3 => different
// simdiff: check --reference last --port last_beyond => defect
// simdiff: check --reference same --port same_by_length --size a.name.size=0..2 --size b.name.size=0..2 => different
// simdiff: check --reference first --port first_cleared --size s.size=1..3 => undecided "though it is constant"
// simdiff: check --reference first --port first_kept --size s.size=1..17 => equivalent "s.data=in:i8[s.size]"
// simdiff: check --reference length_of_all --port length_changed --size s.size=1..17 => undecided "though it is constant"
// Strings that a call appends to, shortens or returns, within the object and outside it.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

static const char digits[] = "0123456789abcdef";

std::string hex(const std::vector<uint8_t> &v)
{
    std::string s;
    for (uint8_t byte : v) {
        s += digits[byte >> 4];
        s += digits[byte & 15];
    }
    return s;
}

std::string hex_in_place(const std::vector<uint8_t> &v)
{
    std::string s(2 * v.size(), ' ');
    for (size_t i = 0; i < v.size(); i++) {
        s[2 * i] = digits[v[i] / 16];
        s[2 * i + 1] = digits[v[i] % 16];
    }
    return s;
}

std::string hex_swapped(const std::vector<uint8_t> &v)
{
    std::string s;
    for (uint8_t byte : v) {
        s.push_back(digits[byte & 15]);
        s.push_back(digits[byte >> 4]);
    }
    return s;
}

/* Wrong only in strings that no longer fit in the object. */
std::string hex_long(const std::vector<uint8_t> &v)
{
    std::string s = hex(v);
    if (s.size() > 15) s[15] = '0';
    return s;
}

void quote(std::string &s)
{
    s = '"' + s + '"';
}

void quote_by_insert(std::string &s)
{
    s.insert(s.begin(), '"');
    s += "\"";
}

void quote_once(std::string &s)
{
    s.insert(0, "\"");
}

void trim(std::string &s)
{
    while (!s.empty() && s.back() == ' ') s.pop_back();
}

void trim_by_find(std::string &s)
{
    s.erase(s.find_last_not_of(' ') + 1);
}

void trim_tabs(std::string &s)
{
    while (!s.empty() && (s.back() == ' ' || s.back() == '\t')) s.pop_back();
}

std::string greet(std::string name)
{
    return "hello, " + name;
}

std::string greet_moved(std::string name)
{
    name.insert(0, "hello, ");
    return std::move(name);
}

std::string greet_empty(std::string name)
{
    return name.empty() ? name : "hello, " + name;
}

void wide(std::u16string &s)
{
    s += s;
}

void wide_wrong(std::u16string &s)
{
    s += s;
    if (s.size() == 8) s[7] ^= 0x100;
}

/* A zero follows the characters. */
size_t length(const std::string &s)
{
    return __builtin_strlen(s.c_str());
}

size_t length_by_loop(const std::string &s)
{
    size_t n = 0;
    while (s.data()[n]) n++;
    return n;
}

size_t length_of_all(const std::string &s)
{
    return s.size();
}

char last(const std::string &s)
{
    return s.empty() ? 0 : s.back();
}

char last_beyond(const std::string &s)
{
    return s.empty() ? 0 : s.data()[s.size() + 1];
}

struct named {
    std::string name;
    int id;
};

bool same(const named &a, const named &b)
{
    return a.id == b.id && a.name == b.name;
}

bool same_by_length(const named &a, const named &b)
{
    return a.id == b.id && a.name.size() == b.name.size();
}

/* A cast removes the qualifier. */
char first(const std::string &s)
{
    return s[0];
}

size_t length_changed(const std::string &s)
{
    const_cast<char &>(s[0]) = 'x';
    return s.size();
}

char first_cleared(const std::string &s)
{
    char c = s[0];
    const_cast<std::string &>(s).clear();
    return c;
}

char first_kept(const std::string &s)
{
    const_cast<char &>(s[0]) = s.front();
    return s[0];
}
