#include <cstddef>
#include <cstdint>

#ifdef RIGHT
constexpr bool right = true;
#else
constexpr bool right = false;
#endif

namespace mixer {
enum class Mode : uint8_t { Add = 1, Subtract = 2, Keep = 7 };
enum Channel { Left, Right = -1 };
}

int mix(mixer::Mode mode, int x)
{
    return mode == mixer::Mode::Add ? x + 1 : mode == mixer::Mode::Subtract ? x - 1 : x;
}
int mix_port(mixer::Mode mode, int x)
{
    return mode == mixer::Mode::Add ? x + 1 : mode == mixer::Mode::Subtract ? x - 1 : right ? x : 0;
}

int pan(mixer::Channel channel, unsigned long long gain)
{
    return channel == mixer::Right ? int(gain) : 0;
}
int pan_port(mixer::Channel channel, unsigned long long gain)
{
    return channel == mixer::Right ? int(gain) + !right : 0;
}

std::byte toggled(std::byte a, std::byte b) { return a ^ b; }
std::byte toggled_port(std::byte a, std::byte b) { return right ? b ^ a : a | b; }

int ends(const int (&a)[4]) { return a[0] ^ a[3]; }
int ends_port(const int (&a)[4]) { return a[0] ^ a[right ? 3 : 2]; }
