/* Run with the directory of the data: reads an image in three ways. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[512];

static const char *in(const char *directory, const char *name) {
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

int main(int argc, char **argv) {
    assert(argc >= 2);
    FILE *file = fopen(in(argv[1], "image.pgm"), "rb");
    assert(file);
    char line[16];
    assert(fgets(line, sizeof line, file) && !strcmp(line, "P2\n"));
    assert(fgets(line, 3, file) && !strcmp(line, "3 ") && ftell(file) == 5);
    assert(fgetc(file) == '2' && getc(file) == '\n' && ungetc('\n', file) == '\n');
    assert(fgets(line, sizeof line, file) && line[0] == '\n');
    int sum = 0, rows = 0;
    fgets(line, sizeof line, file);
    while (fgets(line, sizeof line, file)) {
        rows++;
        for (char *p = line, *end; (sum += strtol(p, &end, 10)), *(p = end) == ' ';) continue;
    }
    assert(rows == 2 && sum == 156 && feof(file) && !ferror(file));

    assert(!fseek(file, 0, SEEK_END));
    long size = ftell(file);
    rewind(file);
    char *all = malloc(size + 1);
    assert(fread(all, 1, size + 1, file) == (size_t)size && feof(file) && size == 26);
    assert(!memcmp(all + size - 3, "60\n", 3));
    assert(!fseek(file, -3, SEEK_CUR) && fgetc(file) == '6' && !feof(file));
    assert(fread(line, 4, 3, file) == 0 && feof(file));
    assert(fclose(file) == 0);

    int descriptor = open(in(argv[1], "image.pgm"), O_RDONLY);
    struct stat about;
    assert(descriptor > 2 && !fstat(descriptor, &about) && about.st_size == size);
    assert(read(descriptor, line, 5) == 5 && !memcmp(line, all, 5));
    assert(lseek(descriptor, -2, SEEK_END) == size - 2 && read(descriptor, line, 5) == 2);
    assert(read(descriptor, line, 5) == 0 && !close(descriptor) && read(descriptor, line, 1) < 0);
    assert(errno == EBADF && !access(path, R_OK));

    assert(!fopen(in(argv[1], "none.pgm"), "r") && errno == ENOENT);
    assert(stat(path, &about) == -1 && errno == ENOENT);
    assert(getchar() == EOF && feof(stdin));
    fprintf(stderr, "done\n");
    free(all);
    return 0;
}
