/* Files that the program reads, all at once when they are opened: their contents
 * are those of the real files under the directories that --allow-read names.
 * Standard input is empty; what is written to the standard streams goes nowhere
 * (the executor's models see to that). Nothing else is written. */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The size of a regular file or, negative, why it cannot be opened. */
extern long simdiff_file_size(const char *path);
extern void simdiff_file_read(const char *path, char *into);
extern void simdiff_file_change(const char *path);

enum { END = -1, DESCRIPTORS = 64 };

typedef struct file {
    char *data;
    long size, position;
    int descriptor, at_end, failed;
} FILE;

static FILE standard[3] = {{.descriptor = 0}, {.descriptor = 1}, {.descriptor = 2}};
FILE *stdin = &standard[0], *stdout = &standard[1], *stderr = &standard[2];

static FILE *table[DESCRIPTORS] = {&standard[0], &standard[1], &standard[2]};

static FILE *opened(const char *path) {
    long size = simdiff_file_size(path);
    int descriptor = 0;
    if (size < 0) {
        errno = (int)-size;
        return 0;
    }
    while (table[descriptor])
        if (++descriptor == DESCRIPTORS) {
            errno = EMFILE;
            return 0;
        }
    FILE *file = malloc(sizeof *file);
    *file = (FILE){.data = malloc(size + 1), .size = size, .descriptor = descriptor};
    simdiff_file_read(path, file->data);
    return table[descriptor] = file;
}

static FILE *by_descriptor(int descriptor) {
    if (descriptor >= 0 && descriptor < DESCRIPTORS && table[descriptor]) return table[descriptor];
    errno = EBADF;
    return 0;
}

int fclose(FILE *file) {
    table[file->descriptor] = 0;
    if (file < standard || file >= standard + 3) {
        free(file->data);
        free(file);
    }
    return 0;
}

FILE *fopen(const char *path, const char *mode) {
    if (mode[0] != 'r' || strchr(mode, '+')) simdiff_file_change(path);
    return opened(path);
}
FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }

int open(const char *path, int flags, ...) {
    if ((flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC)) simdiff_file_change(path);
    FILE *file = opened(path);
    return file ? file->descriptor : -1;
}
int open64(const char *path, int flags, ...) { return open(path, flags); }

int close(int descriptor) {
    FILE *file = by_descriptor(descriptor);
    return file ? fclose(file) : -1;
}

static size_t take(FILE *file, void *into, size_t count) {
    size_t left = file->position < file->size ? file->size - file->position : 0;
    if (count > left) count = left;
    if (count) memcpy(into, file->data + file->position, count);
    file->position += count;
    return count;
}

long read(int descriptor, void *into, size_t count) {
    FILE *file = by_descriptor(descriptor);
    return file ? (long)take(file, into, count) : -1;
}

/* Notes that these bytes are printed. */
extern void simdiff_shown_bytes(const void *from, size_t count);

long write(int descriptor, const void *from, size_t count) {
    if (descriptor == 1 || descriptor == 2) {
        simdiff_shown_bytes(from, count);
        return (long)count;
    }
    errno = EBADF;
    return -1;
}

size_t fread(void *into, size_t size, size_t count, FILE *file) {
    if (size == 0 || count == 0) return 0;
    size_t taken = take(file, into, size * count);
    if (taken < size * count) file->at_end = 1;
    return taken / size;
}

int fgetc(FILE *file) {
    if (file->position >= file->size) {
        file->at_end = 1;
        return END;
    }
    return (unsigned char)file->data[file->position++];
}
int getc(FILE *file) { return fgetc(file); }
int getchar(void) { return fgetc(stdin); }

int ungetc(int c, FILE *file) {
    if (c == END || file->position == 0) return END;
    file->data[--file->position] = (char)c;
    file->at_end = 0;
    return (unsigned char)c;
}

char *fgets(char *into, int room, FILE *file) {
    int count = 0;
    while (count < room - 1) {
        int c = fgetc(file);
        if (c == END) break;
        into[count++] = (char)c;
        if (c == '\n') break;
    }
    if (count == 0) return 0;
    into[count] = 0;
    return into;
}

long getdelim(char **line, size_t *room, int end, FILE *file) {
    size_t count = 0;
    for (int c; (c = fgetc(file)) != END;) {
        if (!*line || count + 2 > *room) *line = realloc(*line, *room = 2 * count + 120);
        (*line)[count++] = (char)c;
        if (c == end) break;
    }
    if (count == 0) return END;
    (*line)[count] = 0;
    return (long)count;
}
long getline(char **line, size_t *room, FILE *file) { return getdelim(line, room, '\n', file); }
long __getdelim(char **line, size_t *room, int end, FILE *file) {
    return getdelim(line, room, end, file);
}

static long moved(FILE *file, long offset, int from) {
    enum { START, HERE, FROM_END };
    long base = from == START ? 0 : from == HERE ? file->position : file->size;
    if (from < START || from > FROM_END || base + offset < 0) {
        errno = EINVAL;
        return -1;
    }
    return file->position = base + offset;
}

long lseek(int descriptor, long offset, int from) {
    FILE *file = by_descriptor(descriptor);
    return file ? moved(file, offset, from) : -1;
}
long lseek64(int descriptor, long offset, int from) { return lseek(descriptor, offset, from); }

int fseek(FILE *file, long offset, int from) {
    if (moved(file, offset, from) < 0) return -1;
    file->at_end = 0;
    return 0;
}
int fseeko(FILE *file, long offset, int from) { return fseek(file, offset, from); }
int fseeko64(FILE *file, long offset, int from) { return fseek(file, offset, from); }
long ftell(FILE *file) { return file->position; }
long ftello(FILE *file) { return file->position; }
long ftello64(FILE *file) { return file->position; }
void rewind(FILE *file) {
    fseek(file, 0, 0);
    file->failed = 0;
}
int feof(FILE *file) { return file->at_end; }
int ferror(FILE *file) { return file->failed; }
void clearerr(FILE *file) { file->at_end = file->failed = 0; }
int fileno(FILE *file) { return file->descriptor; }
int isatty(int descriptor) {
    errno = by_descriptor(descriptor) ? ENOTTY : EBADF;
    return 0;
}

static int described(long size, struct stat *about) {
    if (size < 0) {
        errno = (int)-size;
        return -1;
    }
    memset(about, 0, sizeof *about);
    about->st_mode = S_IFREG | 0444;
    about->st_nlink = 1;
    about->st_size = size;
    about->st_blksize = 4096;
    about->st_blocks = (size + 511) / 512;
    return 0;
}
int stat(const char *restrict path, struct stat *restrict about) {
    return described(simdiff_file_size(path), about);
}
int fstat(int descriptor, struct stat *about) {
    FILE *file = by_descriptor(descriptor);
    return file ? described(file->size, about) : -1;
}
int access(const char *path, int mode) {
    long size = simdiff_file_size(path);
    if (size >= 0 && !(mode & 3)) return 0;
    errno = size < 0 ? (int)-size : EACCES;
    return -1;
}
