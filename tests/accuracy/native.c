// Measures how far two kernels are apart: `native NAME TRIALS LOW HIGH…` runs
// the pair NAME natively on random inputs, one range an input (a single one for
// all of an array's), and prints the largest |port - reference|, the largest
// such error relative to the reference, and the largest number of units in the
// last place.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.c"

static uint64_t state = 88172645463325252u;

static uint64_t bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

// Even in value, even in magnitude, an end, near an end, or near an earlier one.
static float draw(float low, float high, float earlier) {
    double unit = (double)(bits() >> 11) / 9007199254740992.0;
    double x = low + unit * ((double)high - low);
    switch (bits() % 8) {
    case 0: x = low; break;
    case 1: x = high; break;
    case 2: x = earlier; break;
    case 3: x = nextafterf(earlier, bits() & 1 ? high : low); break;
    case 4: case 5: {
        double least = low > 0 ? low : high < 0 ? -high : 1e-42, most = fmax(fabs(low), fabs(high));
        x = least * exp2(unit * log2(most / least));
        if (low < 0 && (high < 0 || bits() & 1)) x = -x;
        break;
    }
    }
    return x < low ? low : x > high ? high : (float)x;
}

static int64_t rank(float x) {
    int32_t i;
    memcpy(&i, &x, 4);
    return i < 0 ? -(int64_t)(i & 0x7fffffff) : i;
}

static void run(const char *name, const float *x, float *reference, float *port) {
#define PAIR(f, g, ...) if (!strcmp(name, #g)) { *reference = f(__VA_ARGS__); *port = g(__VA_ARGS__); return; }
    PAIR(dot, dot_lanes, x, x + 16)
    PAIR(dot, dot_fused, x, x + 16)
    PAIR(blend, blend_fused, x[0], x[1], x[2])
    PAIR(cubic, cubic_double, x[0])
    PAIR(quotient, quotient_refined, x[0], x[1])
    PAIR(quotient, quotient_approximate, x[0], x[1])
    PAIR(inverse_root, inverse_root_refined, x[0])
    PAIR(inverse_length, inverse_length_double, x[0], x[1])
    PAIR(clamped, clamped_fused, x[0], x[1], x[2])
    PAIR(pixel, pixel_scaled, (unsigned char)(x[0]), x[1])
    PAIR(leaky, leaky_other, x[0], x[1])
    PAIR(cube, cube_other, x[0], x[1], x[2])
    PAIR(difference, difference_factored, x[0], x[1])
    PAIR(rounded, rounded_fused, x[0], x[1], x[2])
    abort();
}

int main(int argc, char **argv) {
    double absolute = 0, relative = 0;
    int64_t ulps = 0;
    int ranges = (argc - 3) / 2, inputs = ranges == 1 ? 32 : ranges;
    float range[32][2];
    for (int i = 0; i < 2 * ranges; i++) range[i / 2][i % 2] = (float)atof(argv[3 + i]);
    for (long trial = atol(argv[2]); trial > 0; trial--) {
        float x[32], reference, port;
        for (int i = 0; i < inputs; i++) {
            const float *bounds = range[i < ranges ? i : ranges - 1];
            x[i] = draw(bounds[0], bounds[1], i ? x[bits() % i] : bounds[0]);
        }
        run(argv[1], x, &reference, &port);
        double error = fabs((double)port - reference);
        if (!(error <= absolute)) absolute = error;
        if (error > 0 && !(error / fabs(reference) <= relative)) relative = error / fabs(reference);
        if (llabs(rank(port) - rank(reference)) > ulps) ulps = llabs(rank(port) - rank(reference));
    }
    printf("%.17g %.17g %lld\n", absolute, relative, (long long)ulps);
    return 0;
}
