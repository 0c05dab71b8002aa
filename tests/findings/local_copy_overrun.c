// simdiff: run => defect out-of-bounds-write
// Only the first byte is looked at: a pass would clip the copy to the array.
#include <stdio.h>
#include <string.h>

int main(void) {
    char name[4], text[6] = "hello";
    memcpy(name, text, sizeof text);
    putchar(name[0]);
}
