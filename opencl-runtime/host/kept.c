// Blocks of the library that outlive the objects of the program: no leaks of the program.

#include "host.h"

// The list of these blocks.
struct simdiff_kept {
    struct simdiff_kept *next;
    void *block;
} *simdiff_kept;

void *simdiff_keep(void *block) {
    struct simdiff_kept *kept = simdiff_new(sizeof *kept, "OpenCL list of memory");
    kept->next = simdiff_kept;
    kept->block = block;
    simdiff_kept = kept;
    return block;
}
