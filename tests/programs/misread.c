/* Run with the directory of the data: expects another image than the one that is there. */
#include <assert.h>
#include <stdio.h>

int main(int argc, char **argv) {
    assert(argc >= 2);
    char path[512], line[16];
    snprintf(path, sizeof path, "%s/image.pgm", argv[1]);
    FILE *file = fopen(path, "rb");
    assert(file);
    assert(fgets(line, sizeof line, file));
    assert(line[1] == '5');
    return 0;
}
