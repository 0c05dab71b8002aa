/* simdiff.h: checks from tests in C and C++.
 *
 * A check is made by the program simdiff, which $SIMDIFF names, or else PATH has; nothing
 * is linked. Files are named as the test's working directory has them.
 *
 *     #include "simdiff.h"
 *
 *     int main(void)
 *     {
 *         SIMDIFF_ASSERT_EQUIVALENT("src/scale.c", "scale_c", "scale_sse2", "--size", "n=1..64");
 *     }
 */
#ifndef SIMDIFF_H
#define SIMDIFF_H

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spawn.h>
#include <sys/types.h>
#include <sys/wait.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a check finds: the exit codes of simdiff. */
enum simdiff_verdict {
    SIMDIFF_EQUIVALENT = 0,    /* also PROVED and CLEAN */
    SIMDIFF_DIFFERENT = 1,     /* also EXCEEDED and DEFECT */
    SIMDIFF_TROUBLE = 2,       /* bad input, or no simdiff */
    SIMDIFF_UNDECIDED = 3,
    SIMDIFF_INTERRUPTED = 130
};

/* Compares two functions of a file, and returns an enum simdiff_verdict; SIMDIFF_TROUBLE,
 * with a message on stderr, where simdiff cannot be run. Further arguments are options of
 * `simdiff check`, each word by itself, and a null pointer ends them. The report goes where
 * the output of this process goes. */
static inline int simdiff_check(const char *source, const char *reference, const char *port, ...)
{
    extern char **environ;
    enum { MOST = 256 };
    const char *words[MOST] = {0};
    const char *word;
    int count = 0, status = 0, error;
    va_list options;
    pid_t child;

    words[0] = getenv("SIMDIFF");
    if (!words[0] || !*words[0]) words[0] = "simdiff";
    words[1] = "check";
    words[2] = source;
    words[3] = "--reference";
    words[4] = reference;
    words[5] = "--port";
    words[6] = port;
    va_start(options, port);
    for (count = 7; (word = va_arg(options, const char *)) && count < MOST; count++)
        words[count] = word;
    va_end(options);
    if (count == MOST) {
        fprintf(stderr, "simdiff.h: more than %d words\n", (int)MOST - 1);
        return SIMDIFF_TROUBLE;
    }
    fflush(NULL);
    error = posix_spawnp(&child, words[0], NULL, NULL, (char *const *)words, environ);
    if (error) {
        fprintf(stderr, "simdiff.h: cannot run %s: %s; SIMDIFF=FILE names another\n", words[0],
                strerror(error));
        return SIMDIFF_TROUBLE;
    }
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) return SIMDIFF_TROUBLE;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : SIMDIFF_TROUBLE;
}

/* Ends the process with a failure unless the verdict is the expected one. */
static inline void simdiff_expect(int expected, int found, const char *check, const char *file,
                                  int line)
{
    if (found == expected) return;
    fflush(NULL);
    fprintf(stderr, "%s:%d: %s: exit code %d, expected %d\n", file, line, check, found,
            expected);
    exit(EXIT_FAILURE);
}

#ifdef __cplusplus
}
#endif

/* simdiff_check with a file, a reference, a port and options. */
#define SIMDIFF_CHECK(...) simdiff_check(__VA_ARGS__, (const char *)0)

/* The test fails unless the verdict is EQUIVALENT or PROVED. */
#define SIMDIFF_ASSERT_EQUIVALENT(...)                                                  \
    simdiff_expect(SIMDIFF_EQUIVALENT, SIMDIFF_CHECK(__VA_ARGS__), #__VA_ARGS__, __FILE__, \
                   __LINE__)

#endif
