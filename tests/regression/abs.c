/* Differs in the third element only: there the port forgets the sign. */

#include <math.h>

void abs_scalar(const float src[4], float dst[4])
{
    for (int i = 0; i < 4; ++i)
        dst[i] = fabsf(src[i]);
}

void abs_mask(const float src[4], float dst[4])
{
    for (int i = 0; i < 4; ++i)
        dst[i] = i == 2 ? src[i] : fabsf(src[i]);
}
