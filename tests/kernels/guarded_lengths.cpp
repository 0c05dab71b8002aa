// simdiff: check --reference is_riff --port is_riff_by_word => equivalent "in:u8[n]"
// simdiff: check --reference is_riff --port is_riff_at_once => defect
// simdiff: check --reference begins --port begins_by_word --cflags=-std=c++20 => equivalent "in:i8[s.size]"
// simdiff: check --reference begins --port begins_at_once --cflags=-std=c++20 => defect
// simdiff: check --reference is_link --port is_link_by_word => defect
// simdiff: check --reference put --port put_at_once => defect
// simdiff: check --reference scaled --port scaled_by_shift => equivalent "factor=u32"
// A reader that looks at the length before it reads four bytes is given fewer, too: the length
// of a buffer is what guards its accesses, and the size of a container always. What follows a
// pointer but guards nothing is a number.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

static const unsigned char riff[4] = {'R', 'I', 'F', 'F'};

bool is_riff(const unsigned char *data, std::size_t n) {
    if (n < 4) return false;
    for (int i = 0; i < 4; i++)
        if (data[i] != riff[i]) return false;
    return true;
}

static uint32_t word(const void *from) {
    uint32_t x;
    std::memcpy(&x, from, 4);
    return x;
}

bool is_riff_by_word(const unsigned char *data, std::size_t n) {
    return n >= 4 && word(data) == word(riff);
}

bool is_riff_at_once(const unsigned char *data, std::size_t n) {
    uint32_t x = word(data);
    return n >= 4 && x == word(riff);
}

bool begins(std::string_view s) { return s.size() >= 2 && s[0] == '0' && s[1] == 'x'; }

bool begins_by_word(std::string_view s) {
    if (s.size() < 2) return false;
    uint16_t x;
    std::memcpy(&x, s.data(), 2);
    return x == ('0' | 'x' << 8);
}

bool begins_at_once(std::string_view s) {
    uint16_t x;
    std::memcpy(&x, s.data(), 2);
    return s.size() >= 2 && x == ('0' | 'x' << 8);
}

bool is_link(std::string_view s) { return s.substr(0, 4) == "http"; }

bool is_link_by_word(std::string_view s) {
    uint32_t x = word(s.data());
    return s.size() >= 4 && x == word("http");
}

void put(unsigned char *to, std::size_t room, uint32_t x) {
    if (room >= 4) std::memcpy(to, &x, 4);
}

void put_at_once(unsigned char *to, std::size_t room, uint32_t x) {
    uint32_t before = word(to);
    x = room >= 4 ? x : before;
    std::memcpy(to, &x, 4);
}

uint32_t scaled(const uint32_t *x, uint32_t factor) { return x[0] * (factor > 1 ? 4 : 1); }

uint32_t scaled_by_shift(const uint32_t *x, uint32_t factor) {
    return x[0] << (factor > 1 ? 2 : 0);
}
