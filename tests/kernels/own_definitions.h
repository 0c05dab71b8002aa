// Rounds as the including file says.
inline int half(int x) { return (x + UP) / 2; }
// Fuses where the including file is compiled for a processor that can.
inline float product_and(float a, float b, float c) { return a * b + c; }
inline char separator(unsigned i)
{
    static constexpr char all[8] = SEPARATORS;
    return all[i & 7];
}
