/* Block matching: the least of several costs, whether it stands out, and a division
   by what its neighbours differ. Loops end early on the input, and costs are read at
   the place found, which may be none at first. */
#include <assert.h>
#include <klee/klee.h>

enum { COSTS = 6, ROWS = 3 };

static int costs[COSTS + 2];

static int place(const unsigned char *left, const unsigned char *right) {
    int *cost = costs + 1;
    for (int d = 0; d < COSTS; d++) {
        cost[d] = 0;
        for (int y = 0; y < ROWS; y++) {
            int apart = left[y] - right[y + d];
            cost[d] += apart < 0 ? -apart : apart;
        }
        cost[d] = cost[d] * 2 - left[0];
    }
    int least = 0x7fffffff, at = -1;
    for (int d = 0; d < COSTS; d++)
        if (cost[d] < least) {
            least = cost[d];
            at = d;
        }
    int limit = least + least / 8, d;
    for (d = 0; d < COSTS; d++)
        if (cost[d] <= limit && (d < at - 1 || d > at + 1)) break;
    if (d < COSTS) return -1;
    cost[-1] = cost[1];
    cost[COSTS] = cost[COSTS - 2];
    int p = cost[at + 1], n = cost[at - 1];
    int bend = p + n - 2 * cost[at];
    return at * 256 + (bend != 0 ? (p - n) * 128 / bend : 0);
}

int main(void) {
    unsigned char left[ROWS], right[ROWS + COSTS];
    short found[2];
    klee_make_symbolic(left, sizeof left, "left");
    klee_make_symbolic(right, sizeof right, "right");
    found[0] = -1;
    found[1] = (short)place(left, right);
    assert(found[0] == -1);
    return 0;
}
