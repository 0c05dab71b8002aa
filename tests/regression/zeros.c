/* Which zero fmaxf gives of two: the compiler and the library disagree. */
#include <math.h>

float clamped(float x, float low, float high) { return fminf(fmaxf(x, low), high); }
float clamped_by_choices(float x, float low, float high)
{
    float up = low < x ? x : low;
    return up < high ? up : high;
}
