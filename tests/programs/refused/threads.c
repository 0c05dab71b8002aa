/* A thread is started, after an assertion that holds. */
#include <assert.h>
#include <klee/klee.h>
#include <pthread.h>

static void *work(void *argument) {
    *(int *)argument = 1;
    return 0;
}

int main(void) {
    int x, done = 0;
    klee_make_symbolic(&x, sizeof x, "x");
    assert((x & 1) == (x % 2 != 0));
    pthread_t thread;
    if (x > 5) pthread_create(&thread, 0, work, &done);
    return done;
}
