// A division by a constant, written as one and as a multiplication.
unsigned seventh(unsigned short x) { return x / 7u; }
unsigned seventh_by_product(unsigned short x) { return (unsigned)((x * 74899ull) >> 19); }
