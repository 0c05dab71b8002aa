/* Exceptions that are thrown, and those that are kept to be thrown again. */
#ifndef SIMDIFF_EXCEPTION_H
#define SIMDIFF_EXCEPTION_H

#include "rtti.h"

namespace throwing {

/* One throw. What is thrown lies behind the first throw of it; the others, by
 * std::rethrow_exception, refer to that. */
struct alignas(16) Exception {
    Exception *first;
    const rtti::Type *type;
    void (*destroy)(void *);
    Exception *next;   /* caught before, and still being handled */
    void *seen;        /* what the handler sees */
    int handlers;      /* negative once it is thrown again */
    int references;    /* to what is thrown: throws, and each std::exception_ptr */
    void *object() { return first + 1; }
};

/* The throw that is being handled, or null. */
Exception *current();

/* Throws what was thrown `first`, once more. */
[[noreturn]] void throw_again(Exception *first);

/* Forgets one reference, and with the last one what is thrown. */
void release(Exception *first);

}  // namespace throwing

#endif
