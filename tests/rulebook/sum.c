unsigned plus(unsigned x, unsigned y) { return x + y; }
unsigned plus_by_bits(unsigned x, unsigned y) { return (x & y) + (x | y); }
