// simdiff: check --reference back --port kept --assume-associative --assume-finite => equivalent
// simdiff: check --reference back --port kept --assume-associative => different "zeros-and-nonfinite"
// simdiff: check --reference back --port kept => different "cancellation"
// simdiff: check --reference sign_back --port sign_kept --assume-associative --assume-finite => different
// simdiff: check --reference back --port doubled --assume-associative --assume-finite => different
// simdiff: check --reference mirrored --port kept --assume-associative --assume-finite => equivalent
// simdiff: check --reference added --port factored --assume-associative --assume-finite => different "distributivity"
// simdiff: check --reference by_root --port magnitude --assume-associative --assume-finite --budget floats=200ms,enumerate-time=1s => undecided
// What follows from the assumptions, and what no reading of them makes equal. A
// difference that only roundings explain is neither.

#include <math.h>

float back(float x, float t) { return (x + t) - t; }
float kept(float x, float t) { return x; }
int sign_back(float x, float t) { return signbit((x + t) - t) != 0; }
int sign_kept(float x, float t) { return signbit(x) != 0; }
float doubled(float x, float t) { return x + x; }
float mirrored(float x, float t) { return t - (t - x); }

float added(float x, float y, float z) { return x * y + x * z; }
float factored(float x, float y, float z) { return x * (y + z); }

float by_root(float x, float y) { return sqrtf(x * x) / y; }
float magnitude(float x, float y) { return fabsf(x) / y; }
