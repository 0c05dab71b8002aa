/* What the C++ library knows about the program, and how it ends it. */
#include <assert.h>

/* There is one thread. */
extern "C" char __libc_single_threaded = 1;

namespace std {
/* A precondition of the library's fails (-D_GLIBCXX_ASSERTIONS). */
[[noreturn]] void __glibcxx_assert_fail(const char *file, int line, const char *function,
                                        const char *condition) {
    __assert_fail(condition, file, line, function);
}
}  // namespace std
