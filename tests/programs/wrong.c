/* A library function that runs over the end: the call is to blame. */
#include <string.h>

int main(void) {
    char text[4];
    strcpy(text, "long");
    return text[0];
}
