// simdiff: run --leaks => equivalent
// What a global, or another block that one leads to, points to is no leak; nor is
// what was freed.
#include <klee/klee.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *list;

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    for (int i = 0; i < 3; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = list;
        node->value = x;
        list = node;
    }
    free(malloc(x & 3));
    return 0;
}
