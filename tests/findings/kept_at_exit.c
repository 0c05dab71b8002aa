// simdiff: run --leaks => equivalent
// What locals of open activations point to at exit is no leak, and handlers use it.
#include <assert.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static int *shared;
static int handled;

static void last(void) { assert(handled == 2); }

static void handler(void) {
    assert(*shared == 7);
    handled++;
}

static void end(struct node *list) {
    struct node *longer = malloc(sizeof *longer);
    longer->next = list;
    exit(longer->next != list);
}

int main(void) {
    int local = 7;
    shared = &local;
    atexit(last);
    atexit(handler);
    atexit(handler);
    struct node *list = malloc(sizeof *list);
    list->next = 0;
    end(list);
}
