// simdiff: run => defect out-of-bounds-read
// The length of a text without an end, which nobody asks for.
#include <string.h>

int main(void) {
    char word[3] = {'a', 'b', 'c'};
    (void)strlen(word);
}
