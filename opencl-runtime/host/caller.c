// The command whose function of the program runs: a native kernel (5.10) or a callback of an
// event (5.11).

#include "host.h"

struct simdiff_command *simdiff_caller;

void simdiff_blocks(void) {
    if (simdiff_caller && simdiff_caller->notify)
        simdiff_in_callback();
}
