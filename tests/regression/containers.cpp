#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#ifdef RIGHT
constexpr bool right = true;
#else
constexpr bool right = false;
#endif

namespace dsp {

class Filter {
    std::vector<float> taps_;
    int shift_ = 0;

public:
    float run(const float *x, int n) const
    {
        float sum = 0;
        for (int i = 0; i < n && i < int(taps_.size()); i++)
            sum += taps_[i] * x[i];
        return sum + float(shift_);
    }
    float run_fast(const float *x, int n) const
    {
        float sum = 0;
        for (int i = 0; i < n && i < int(taps_.size()); i++)
            sum += taps_[i] * x[i];
        return right ? sum + float(shift_) : sum;
    }
};

struct Plane {
    uint8_t *data;
    int w;
};
struct Frame {
    Plane planes[2];
    const int depth;
};
void invert(Frame &f)
{
    for (auto &p : f.planes)
        for (int x = 0; x < p.w; x++)
            p.data[x] = 255 - p.data[x];
}
void invert_port(Frame &f)
{
    for (auto &p : f.planes)
        for (int x = 0; x < p.w; x++)
            p.data[x] ^= right ? 255 : 254;
}

template <class T> T sum(const T *x, int n)
{
    T total = 0;
    for (int i = 0; i < n; i++)
        total += x[i];
    return total;
}
template <class T> T sum_port(const T *x, int n)
{
    T total = 0;
    for (int i = right ? 0 : 1; i < n; i++)
        total += x[i];
    return total;
}
template int sum<int>(const int *, int);
template int sum_port<int>(const int *, int);

void twice(std::vector<int> &v)
{
    for (auto &x : v)
        x *= 2;
}
void twice_port(std::vector<int> &v)
{
    for (size_t i = 0; i + !right < v.size(); i++)
        v[i] *= 2;
}

int vowels(std::string_view s)
{
    int n = 0;
    for (char c : s)
        n += c == 'a' || c == 'e';
    return n;
}
int vowels_port(std::string_view s)
{
    int n = 0;
    for (char c : s)
        n += c == 'a' || (right && c == 'e');
    return n;
}

std::vector<int> positive(const std::vector<int> &v)
{
    std::vector<int> kept;
    for (int x : v)
        if (x > 0)
            kept.push_back(x);
    return kept;
}
std::vector<int> positive_port(const std::vector<int> &v)
{
    std::vector<int> kept;
    for (int x : v)
        if (right ? x > 0 : x >= 0)
            kept.push_back(x);
    return kept;
}

void append(std::vector<int> &v)
{
    v.push_back(3);
}
void append_port(std::vector<int> &v)
{
    v.push_back(right ? 3 : 4);
}

int least(int a, const int &b, int &&c)
{
    return a < b ? a : c;
}
int least_port(int a, const int &b, int &&c)
{
    return right ? (a < b ? a : c) : (a <= b ? a : c);
}

} // namespace dsp

std::string hex(const std::vector<uint8_t> &v)
{
    std::string s;
    for (uint8_t x : v)
        s += "0123456789abcdef"[x & 15];
    return s;
}
std::string hex_port(const std::vector<uint8_t> &v)
{
    std::string s(v.size(), '0');
    for (size_t i = 0; i < v.size(); i++)
        s[i] = "0123456789abcdef"[right ? v[i] & 15 : v[i] & 7];
    return s;
}

void quote(std::string &s)
{
    s = '"' + s + '"';
}
void quote_port(std::string &s)
{
    s.insert(0, 1, '"');
    s += right ? '"' : '\'';
}

struct Log {
    int lines = 0;
    std::string text;
    std::vector<int> at;
};
void note(Log &log, char c)
{
    log.at.push_back(log.lines++);
    log.text += c;
}
void note_port(Log &log, char c)
{
    log.at.push_back(right ? log.lines : 0);
    log.lines++;
    log.text.push_back(c);
}
