// simdiff: check --reference rise --port rise_early --cflags '-O0 -std=c++17' => equivalent
// simdiff: check --reference rise --port rise_or_level --cflags '-O0 -std=c++17' => different
// simdiff: check --reference rise --port rise_doubled --cflags '-O0 -std=c++17' => different
// The bits of an empty optional's float differ natively, and nothing is claimed of them.
#include <optional>

std::optional<float> rise(float x, float y)
{
    std::optional<float> r;
    if (x < y) r = y - x;
    return r;
}

std::optional<float> rise_early(float x, float y)
{
    if (y > x) return y - x;
    return std::nullopt;
}

std::optional<float> rise_or_level(float x, float y)
{
    if (y >= x) return y - x;
    return std::nullopt;
}

std::optional<float> rise_doubled(float x, float y)
{
    if (y > x) return y == 0x1.234p-120f ? 2 * y - x : y - x;
    return std::nullopt;
}
