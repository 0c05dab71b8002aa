// simdiff: check --reference sum --port sum_left_set => undecided "set back what"
// A port that leaves another rounding direction to its caller.
#include <xmmintrin.h>

float sum(float x, float y) { return x + y; }

float sum_left_set(float x, float y)
{
    float z = x + y;
    _MM_SET_ROUNDING_MODE(_MM_ROUND_DOWN);
    return z;
}
