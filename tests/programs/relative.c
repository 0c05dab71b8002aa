// equivalent: a table of texts is a table of distances where the optimiser made it one.
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

static const char *name(unsigned n) {
    switch (n) {
    case 0: return "none";
    case 1: return "one";
    case 2: return "a couple";
    case 3: return "three";
    case 4: return "four";
    default: return "many";
    }
}

int main(void) {
    const unsigned lengths[] = {4, 3, 8, 5, 4, 4};
    for (unsigned i = 0; i < 6; i++) assert(strlen(name(i)) == lengths[i]);
    unsigned any;
    klee_make_symbolic(&any, sizeof any, "any");
    char first = name(any)[0];
    assert(first == 'n' || first == 'o' || first == 'a' || first == 't' || first == 'f' || first == 'm');
}
