// simdiff: check --reference raised --port raised_in_blocks --size s.size=0..9 => equivalent
// simdiff: check --reference raised --port raised_past_the_end --size s.size=0..9 => different "data["
// The zero after a string's characters belongs to the string: `c_str()` ends there.

#include <cstddef>
#include <string>

static char raise(char c) { return 'a' <= c && c <= 'z' ? char(c - 32) : c; }

void raised(std::string &s) {
    for (char &c : s) c = raise(c);
}

void raised_in_blocks(std::string &s) {
    std::size_t i = 0;
    for (; i + 4 <= s.size(); i += 4)
        for (int k = 0; k < 4; k++) s[i + k] = raise(s[i + k]);
    for (; i < s.size(); i++) s[i] = raise(s[i]);
}

void raised_past_the_end(std::string &s) {
    for (std::size_t i = 0; i <= s.size(); i++) s[i] = s[i] ? raise(s[i]) : ' ';
}
