// simdiff: run => equivalent
// simdiff: run --cflags=-DUNSET => defect uninitialised-output "a printed value"
// simdiff: run --cflags=-DFROM_INPUT => defect uninitialised-output "a printed value"
// simdiff: run --cflags=-DTEXT => undecided "a printed text"
// simdiff: run --cflags=-DLINE => defect uninitialised-output "a printed text"
// simdiff: run --cflags=-DCHARACTER => defect uninitialised-output "a printed character"
// simdiff: run --cflags=-DMEMBER => defect uninitialised-output "bytes that are written out"
// simdiff: run --cflags=-DON_HEAP => equivalent "padding of structures where"
// simdiff: run --cflags=-DELEMENT => defect uninitialised-output "bytes that are written out"
// simdiff: run --cflags=-DDESCRIPTOR => defect uninitialised-output "bytes that are written out"
// simdiff: run --cflags=-DSTATUS => defect uninitialised-output "the exit status"
// simdiff: run --cflags=-DEXIT => defect uninitialised-output "the exit status"
// simdiff: run --cflags=-DMASKED => equivalent
// What a program prints, writes out or ends with is memory that it wrote; padding of structures is
// no value of the program.
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct pair {
    char tag;
    int value;
};

int main(void) {
    int given, values[4], *block = malloc(4 * sizeof *block);
    char text[8] = "text", other[8];
    struct pair pair, *on_heap = malloc(2 * sizeof *on_heap);
    klee_make_symbolic(&given, sizeof given, "given");
    for (int i = 0; i < 3; i++) values[i] = block[i] = i;
    memcpy(other, text, 3);
    pair.tag = on_heap[0].tag = on_heap[1].tag = 'a';
    pair.value = on_heap[0].value = on_heap[1].value = given;
    assert(block != NULL);
#ifdef UNSET
    printf("%d\n", block[3]);
#elif defined FROM_INPUT
    printf("%d\n", given == 77 ? values[3] : 0);
#elif defined TEXT
    printf("%s\n", other);
#elif defined LINE
    puts(other);
#elif defined CHARACTER
    putchar(other[3]);
#elif defined MEMBER
    struct pair half;
    half.tag = 'b';
    fwrite(&half, sizeof half, 1, stdout);
#elif defined ON_HEAP
    fwrite(on_heap, sizeof *on_heap, 2, stdout);
#elif defined ELEMENT
    fwrite(block, sizeof *block, 4, stdout);
#elif defined DESCRIPTOR
    if (write(1, values, sizeof values) < 0) return 1;
#elif defined STATUS
    return values[3] & 1;
#elif defined EXIT
    exit(block[3]);
#elif defined MASKED
    printf("%d\n", values[3] & 0);
#else
    printf("%d %s %.3s %c\n", values[2], text, other, other[2]);
    puts(text);
    fwrite(&pair, sizeof pair, 1, stdout);
    if (write(1, &pair, sizeof pair) < 0) return 1;
#endif
    free(block);
    free(on_heap);
    return 0;
}
