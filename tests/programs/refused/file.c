/* A file is read that nobody allowed. */
#include <stdio.h>

int main(void) {
    FILE *file = fopen("../data/image.pgm", "r");
    if (!file) return 1;
    return fgetc(file) != 'P';
}
