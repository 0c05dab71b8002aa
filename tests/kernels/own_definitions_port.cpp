// simdiff: check own_definitions.cpp --reference own_definitions.cpp::average --port average_up => equivalent
// simdiff: check own_definitions.cpp --reference own_definitions.cpp::average --port average_down => different
// The header's function means another here.

#define UP 0
#define SEPARATORS "a ; c"
#pragma clang attribute push(__attribute__((target("fma"))), apply_to = function)
#include "own_definitions.h"

int average_down(int a, int b) { return half((a & 255) + (b & 255)); }
int average_up(int a, int b) { return half((a & 255) + (b & 255) + 1); }

static int third(int a, int b) { return (a & 255) + (b & 255) * 5; }
int third_here(int a, int b) { return third(a, b); }

// Both versions may be of the second file.
int up_by_hand(int a, int b) { return ((a & 255) + (b & 255) + 1) / 2; }

float fused_here(float a, float b, float c) { return product_and(a, b, c); }
char separator_here(unsigned i) { return separator(i); }
#pragma clang attribute pop
