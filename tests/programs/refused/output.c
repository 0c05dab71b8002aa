/* A file is written. */
#include <stdio.h>

int main(void) {
    FILE *file = fopen("result.txt", "w");
    return fputs("text", file) < 0;
}
