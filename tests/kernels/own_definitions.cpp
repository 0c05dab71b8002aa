// simdiff: check own_definitions_port.cpp --reference average --port own_definitions_port.cpp::average_down => different
// simdiff: check own_definitions_port.cpp --reference average --port average_down => different
// simdiff: check own_definitions_port.cpp --reference average --port average_up => equivalent
// simdiff: check own_definitions_port.cpp --reference own_definitions.cpp::third --port own_definitions_port.cpp::third => different
// simdiff: check own_definitions_port.cpp --reference average --port own_definitions_port.cpp::third => different
// simdiff: check own_definitions_port.cpp --reference third_of --port own_definitions.cpp::third => equivalent
// simdiff: check own_definitions_port.cpp --reference up_by_hand --port average_up => equivalent
// simdiff: check own_definitions_port.cpp --reference fused --port fused_here --cflags -ffp-contract=on => different
// simdiff: check own_definitions_port.cpp --reference separator_at --port separator_here => different
// Each version has the static and inline functions of its own file, whichever file comes first.

#define UP 1
#define SEPARATORS "a ; b"
#include "own_definitions.h"

int average(int a, int b) { return half((a & 255) + (b & 255)); }

static int third(int a, int b) { return (a & 255) + (b & 255) * 3; }
int third_of(int a, int b) { return third(a, b); }

float fused(float a, float b, float c) { return product_and(a, b, c); }
char separator_at(unsigned i) { return separator(i); }
