// simdiff: check --reference word --port word_at_once => equivalent
// simdiff: check --reference word --port word_forgets => different
// A pointer that is passed by reference, and that the call advances.

#include <cstdint>
#include <cstring>

std::uint16_t word(const std::uint8_t *&p)
{
    std::uint16_t low = *p++;
    return low | *p++ << 8;
}

std::uint16_t word_at_once(const std::uint8_t *&p)
{
    std::uint16_t value;
    std::memcpy(&value, p, 2);
    p += 2;
    return value;
}

std::uint16_t word_forgets(const std::uint8_t *&p)
{
    std::uint16_t value;
    std::memcpy(&value, p, 2);
    if (value != 0) p += 2;
    return value;
}
