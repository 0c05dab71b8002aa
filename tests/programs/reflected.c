/* Coordinates computed by floats, reflected at the border. Which floats give which
   coordinates is more than a solver tells; that a coordinate is inside after one step
   needs none of it. */
#include <assert.h>
#include <klee/klee.h>

unsigned char marks[8];

static int reflected(int p, int length) {
    while ((unsigned)p >= (unsigned)length) p = p < 0 ? -p : 2 * length - 2 - p;
    return p;
}

int main(void) {
    double m[6];
    klee_make_symbolic(m, sizeof m, "m");
    for (int y = 0; y < 3; y++) {
        int at = (int)(m[0] * m[1] + m[2] * y) + (int)(m[3] * m[4] + m[5] * y);
        short p = (short)(at >> 10);
        for (int i = 0; i < 8; i++)
            if (p == 1000 * i + 77) marks[i] = y;
        if ((unsigned)p >= 8) continue;
        for (int i = -1; i < 3; i++) marks[reflected(p + i, 8)] = i;
    }
    return 0;
}
