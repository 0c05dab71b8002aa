/* Throwing and catching (Itanium C++ ABI: Exception Handling). The executor finds
 * the landing pads; which of them stops an exception is decided here, first for all
 * active calls, so that nothing is cleaned up if nobody catches it. */
#include "exception.h"

using rtti::Type;
using throwing::Exception;

extern "C" {
void *malloc(unsigned long);
void free(void *);
[[noreturn]] void abort();

unsigned long simdiff_unwind_depth();
int simdiff_unwind_clause(unsigned long depth, int index, const Type **types);
[[noreturn]] void simdiff_unwind_land(unsigned long depth, void *exception, const void *type);
[[noreturn]] void simdiff_uncaught(const char *type, const char *what, const void *object,
                                   bool escapes);
extern void *_ZTVN10__cxxabiv117__class_type_infoE[];
}

namespace {

enum { END = -1, CLEANUP = -2, FILTER = -3, MOST_TYPES = 16 };
enum Reach { PASSES, CLEANS, STOPS };

/* Stands for the type of an exception that a specification does not list. */
const char unexpected = 0;

}  // namespace

namespace throwing {

static Exception *handled;
static unsigned in_flight;

/* Whether the exception left all active calls: whoever calls the first one might catch it. */
static bool escapes;

}  // namespace throwing

using throwing::escapes;
using throwing::handled;
using throwing::in_flight;

/* Where std::exception has what(). */
struct Standard {
    virtual ~Standard();
    virtual const char *what() const noexcept;
};

/* Reports an exception that nobody catches. */
[[noreturn]] static void report(Exception *exception) {
    static const Type standard = {_ZTVN10__cxxabiv117__class_type_infoE + 2, "St9exception"};
    void *seen = exception->first->object();
    const void *object = seen;
    const char *what = 0;
    if (!rtti::is_pointer(exception->type) && rtti::catches(&standard, exception->type, &seen))
        what = ((const Standard *)seen)->what();
    simdiff_uncaught(exception->type->name, what, object, escapes);
}

/* How a program ends that std::set_terminate says nothing about. */
[[noreturn]] static void end() {
    if (handled) report(handled);
    abort();
}

typedef void Handler();

namespace throwing {

static Handler *at_end = end;

}  // namespace throwing

using throwing::at_end;

namespace std {

Handler *set_terminate(Handler *handler) noexcept {
    Handler *before = at_end;
    at_end = handler ? handler : end;
    return before;
}

Handler *get_terminate() noexcept { return at_end; }

/* The handler ends the program, or it aborts. */
__attribute__((noreturn)) void terminate() noexcept {
    try {
        at_end();
    } catch (...) {
    }
    abort();
}

}  // namespace std

static bool takes(const Type *type, Exception *exception) {
    void *seen = exception->object();
    if (rtti::is_pointer(exception->type)) seen = *(void **)seen;
    if (type && !rtti::catches(type, exception->type, &seen)) return false;
    exception->seen = seen;
    return true;
}

/* What the pad of a call does to an exception, and by which of its types. */
static Reach reach(unsigned long depth, Exception *exception, const void **by) {
    const Type *types[MOST_TYPES];
    *by = 0;
    for (int i = 0;; i++) {
        types[0] = 0;
        int kind = simdiff_unwind_clause(depth, i, types);
        if (kind == END) return PASSES;
        if (kind == CLEANUP) return CLEANS;
        if (kind <= FILTER) {
            bool listed = false;
            for (int j = 0; j < FILTER - kind; j++) listed |= takes(types[j], exception);
            if (!listed) {
                *by = &unexpected;
                return STOPS;
            }
        } else if (takes(types[0], exception)) {
            *by = types[0];
            return STOPS;
        }
    }
}

/* Lands at the next pad outwards that has something to do. */
[[noreturn]] static void unwind(Exception *exception) {
    const void *by;
    for (unsigned long depth = simdiff_unwind_depth(); depth > 0; depth--)
        if (reach(depth, exception, &by) != PASSES) simdiff_unwind_land(depth, exception, by);
    report(exception);
}

extern "C" void *__cxa_begin_catch(Exception *exception);

[[noreturn]] static void raise(Exception *exception) {
    const void *by;
    in_flight++;
    unsigned long depth = simdiff_unwind_depth();
    while (depth > 0 && reach(depth, exception, &by) != STOPS) depth--;
    if (depth == 0) {
        escapes = true;
        exception->seen = exception->object();
        __cxa_begin_catch(exception);
        std::terminate();
    }
    unwind(exception);
}

namespace throwing {

Exception *current() { return handled; }

void release(Exception *first) {
    if (--first->references > 0) return;
    if (first->destroy) first->destroy(first->object());
    free(first);
}

[[noreturn]] void throw_again(Exception *first) {
    Exception *exception = (Exception *)malloc(sizeof(Exception));
    *exception = {first, first->type, 0, 0, 0, 0, 0};
    first->references++;
    raise(exception);
}

}  // namespace throwing

extern "C" {

/* Programs only name it. */
int __gxx_personality_v0() { abort(); }

void *__cxa_allocate_exception(unsigned long size) {
    Exception *exception = (Exception *)malloc(sizeof(Exception) + size);
    return exception + 1;
}

void __cxa_free_exception(void *object) { free((Exception *)object - 1); }

/* What std::make_exception_ptr makes: nobody refers to it yet. */
Exception *__cxa_init_primary_exception(void *object, const Type *type, void (*destroy)(void *)) {
    Exception *exception = (Exception *)object - 1;
    *exception = {exception, type, destroy, 0, 0, 0, 0};
    return exception;
}

[[noreturn]] void __cxa_throw(void *object, const Type *type, void (*destroy)(void *)) {
    Exception *exception = __cxa_init_primary_exception(object, type, destroy);
    exception->references = 1;
    raise(exception);
}

[[noreturn]] void _Unwind_Resume(Exception *exception) { unwind(exception); }

void *__cxa_get_exception_ptr(Exception *exception) { return exception->seen; }

void *__cxa_begin_catch(Exception *exception) {
    if (exception->handlers < 0) exception->handlers = -exception->handlers;
    exception->handlers++;
    in_flight--;
    if (handled != exception) {
        exception->next = handled;
        handled = exception;
    }
    return exception->seen;
}

void __cxa_end_catch() {
    Exception *exception = handled;
    if (!exception) return;
    if (exception->handlers < 0) {
        /* It was thrown again out of this handler: whoever stops it owns it. */
        if (++exception->handlers == 0) handled = exception->next;
        return;
    }
    if (--exception->handlers > 0) return;
    handled = exception->next;
    Exception *first = exception->first;
    if (exception != first) free(exception);
    throwing::release(first);
}

[[noreturn]] void __cxa_rethrow() {
    if (!handled) std::terminate();
    handled->handlers = -handled->handlers;
    raise(handled);
}

const Type *__cxa_current_exception_type() { return handled ? handled->type : 0; }

/* std::uncaught_exceptions and std::uncaught_exception. */
int _ZSt19uncaught_exceptionsv() { return in_flight; }
bool _ZSt18uncaught_exceptionv() { return in_flight > 0; }

/* An exception specification does not list what is thrown. */
[[noreturn]] void __cxa_call_unexpected(Exception *exception) {
    __cxa_begin_catch(exception);
    std::terminate();
}

}
