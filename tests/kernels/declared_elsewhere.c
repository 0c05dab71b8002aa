// simdiff: check declared_elsewhere_port.c --reference declared_elsewhere.c::above --port declared_elsewhere_port.c::above => equivalent "global limit=in:i32"
// simdiff: check declared_elsewhere_port.c --reference declared_elsewhere.c::above --port declared_elsewhere_port.c::at_least => different "--global 'limit=initial' if nothing changes it"
// simdiff: check declared_elsewhere_port.c --reference declared_elsewhere.c::above --port declared_elsewhere_port.c::above_ten => different "limit"
// simdiff: check declared_elsewhere_port.c --reference declared_elsewhere.c::above --port declared_elsewhere_port.c::above_ten --global limit=initial => equivalent
// simdiff: check declared_elsewhere_port.c --reference declared_elsewhere.c::above --port declared_elsewhere_port.c::above_nine --global limit=initial => different
// simdiff: check declared_elsewhere_port.c --reference declared_elsewhere.c::level --port declared_elsewhere_port.c::level => equivalent
// simdiff: check declared_elsewhere_port.c --reference declared_elsewhere.c::level --port declared_elsewhere_port.c::level_next => different
// simdiff: check declared_elsewhere_port.c --reference declared_elsewhere.c::mapped --port declared_elsewhere_port.c::mapped => equivalent "global map=in:u8[4]"
// simdiff: check declared_elsewhere_port.c --reference declared_elsewhere.c::mapped --port declared_elsewhere_port.c::mapped_wrong => different
// simdiff: check declared_elsewhere_port.c --reference declared_elsewhere.c::own --port declared_elsewhere_port.c::own => different "initialise"
// A variable that one version's file defines and the other's only declares is one variable.
#include <stdint.h>

int limit = 10;
const int16_t levels[4] = {3, 1, 4, 1};
uint8_t map[4] = {9, 8, 7, 200};
int gain = 3;

int above(int x) { return x > limit; }

int level(unsigned i) { return levels[i & 3]; }

int mapped(unsigned i) { return map[i & 3]; }

int own(int x) { return x > gain; }
