// simdiff: check --reference ordered --port ordered_by_bits => equivalent

// `std::min` returns one of two references: the address of a load is one of
// two objects.
#include <algorithm>

void ordered(const int &a, const int &b, int &low, int &high)
{
    low = std::min(a, b);
    high = std::max(a, b);
}

void ordered_by_bits(const int &a, const int &b, int &low, int &high)
{
    int mask = -(a < b);
    low = b ^ ((a ^ b) & mask);
    high = a ^ ((a ^ b) & mask);
}
