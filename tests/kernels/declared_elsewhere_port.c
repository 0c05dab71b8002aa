// simdiff: check declared_elsewhere.c --reference declared_elsewhere_port.c::above --port declared_elsewhere.c::above => equivalent
// The port of declared_elsewhere.c.
#include <stdint.h>

extern int limit;
extern const int16_t levels[];
extern uint8_t map[4];
int gain;

int above(int x) { return limit < x; }

int at_least(int x) { return limit <= x; }

int above_ten(int x) { return x > 10; }

int above_nine(int x) { return x > 9; }

int level(unsigned i) { return levels[i % 4]; }

int level_next(unsigned i) { return levels[(i + 1) & 3]; }

int mapped(unsigned i) { return *(map + i % 4); }

int mapped_wrong(unsigned i) { return (int8_t)map[i & 3]; }

int own(int x) { return gain < x; }
