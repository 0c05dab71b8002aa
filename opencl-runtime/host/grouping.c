// The groups of a launch for which the program gives no size (5.10): the implementation chooses
// one. The choice is an input, and the same for all launches of a run: an implementation has one
// way to choose.

#include "host.h"

enum { SMALLEST, BETWEEN, LARGEST, WAYS };

// The way of this run, plus one; zero before the first choice.
size_t simdiff_way;

static size_t divisor(size_t number, size_t most) {
    if (most > number)
        most = number;
    while (number % most)
        most--;
    return most;
}

void simdiff_choose_groups(const struct simdiff_range *range, size_t most, size_t local[3]) {
    simdiff_chosen(SIMDIFF_OF_GROUPS);
    if (!simdiff_way) {
        unsigned char way;
        klee_make_symbolic(&way, sizeof way, "groups");
        simdiff_way = simdiff_known(1 + way % WAYS);
    }
    for (int d = 0; d < 3; d++) {
        size_t items = range->global[d], limit = most;
        switch (simdiff_way - 1) {
        case SMALLEST: limit = 1; break;
        case BETWEEN: limit = items > 8 ? 8 : (items + 1) / 2; break;
        default: break;
        }
        local[d] = divisor(items, limit < most ? limit : most);
        most /= local[d];
    }
}
