// simdiff: check --reference ramp --port ramp_late --size n=4 => different "gain#1 = "
// A parameter that the function changes: the report must not give its later values the name of
// the input, as in `gain = gain + step`.
#include <stdint.h>

void ramp(int32_t *restrict out, const int16_t *restrict in, int n, uint32_t gain, uint32_t step)
{
    for (int i = 0; i < n; i++) {
        out[i] = in[i] * (int32_t)(gain >> 20);
        gain += step;
    }
}

void ramp_late(int32_t *restrict out, const int16_t *restrict in, int n, uint32_t gain,
               uint32_t step)
{
    for (int i = 0; i < n; i++) {
        out[i] = in[i] * (int32_t)(gain >> 20) + (i == 1 ? in[i] * (int32_t)(gain >> 28) : 0);
        gain += step;
    }
}
