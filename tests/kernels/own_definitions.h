// Rounds as the including file says.
inline int half(int x) { return (x + UP) / 2; }
