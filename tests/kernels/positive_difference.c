// simdiff: check --reference distance --port distance_chosen => equivalent
// simdiff: check --reference distance --port distance_of_max => different
// fdim is defined exactly (C17 F.10.9.1).

#include <math.h>

float distance(float x, float y) { return fdimf(x, y); }
float distance_chosen(float x, float y) { return x <= y ? 0.0f : x - y; }
float distance_of_max(float x, float y) { return fmaxf(x - y, 0.0f); }
