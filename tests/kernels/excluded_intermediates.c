// simdiff: check --reference less --port not_at_least --assume-finite => undecided "excluded-intermediate"
// simdiff: check --reference less --port not_at_least --assume-finite --arg 'a=f32 in -1e9..1e9' --arg 'b=f32 in -1e9..1e9' => equivalent "no float read, computed or returned is infinite or a NaN"
// simdiff: check --reference minus --port minus_of_sum --assume-positive-zero => undecided "excluded-intermediate"
// simdiff: check --reference below --port not_above --assume-ordered => equivalent
// simdiff: check --reference halves --port halves_first --assume-finite => equivalent

#include <math.h>

/* An assumption about floats excuses no integer that an intermediate float decides. */

int less(float a, float b) { return a * 2.0f - b * 2.0f < 0.0f; }
int not_at_least(float a, float b) { return !(a * 2.0f - b * 2.0f >= 0.0f); }

int minus(float a) { return signbit(a * 0.0f) != 0; }
int minus_of_sum(float a) { return signbit(0.0f * a + 0.0f) != 0; }

/* Only the inputs can be NaNs here. */
int below(float a, float b) { return a < b; }
int not_above(float a, float b) { return !(a >= b); }

float halves(float a, float b) { float t = a - b; return t == t ? t : 0.0f; }
float halves_first(float a, float b) { return a - b; }
