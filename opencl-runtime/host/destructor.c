// Functions of the program that are called when an object is destroyed (4.4, 5.5.1).

#include "host.h"

struct simdiff_callback {
    struct simdiff_callback *next;
    void (*function)(void *, void *);
    void *data;
};

struct simdiff_callback *simdiff_callback(struct simdiff_callback *next,
    void (*function)(void *, void *), void *data) {
    struct simdiff_callback *one = simdiff_new(sizeof *one, "OpenCL callback");
    *one = (struct simdiff_callback){next, function, data};
    return one;
}

void simdiff_call_back(struct simdiff_callback *list, void *object) {
    while (list) {
        struct simdiff_callback one = *list;
        free(list);
        one.function(object, one.data);
        list = one.next;
    }
}
