/* One thread: locks are always free, and nobody waits. */
typedef struct { int once; } pthread_once_t;

#define SUCCEEDS(name) int name(void) { return 0; }
SUCCEEDS(pthread_mutex_init)
SUCCEEDS(pthread_mutex_destroy)
SUCCEEDS(pthread_mutex_lock)
SUCCEEDS(pthread_mutex_trylock)
SUCCEEDS(pthread_mutex_unlock)
SUCCEEDS(pthread_mutexattr_init)
SUCCEEDS(pthread_mutexattr_settype)
SUCCEEDS(pthread_mutexattr_destroy)
SUCCEEDS(pthread_rwlock_init)
SUCCEEDS(pthread_rwlock_destroy)
SUCCEEDS(pthread_rwlock_rdlock)
SUCCEEDS(pthread_rwlock_wrlock)
SUCCEEDS(pthread_rwlock_unlock)
SUCCEEDS(pthread_cond_init)
SUCCEEDS(pthread_cond_destroy)
SUCCEEDS(pthread_cond_signal)
SUCCEEDS(pthread_cond_broadcast)
SUCCEEDS(sched_yield)

unsigned long pthread_self(void) { return 1; }
int pthread_equal(unsigned long x, unsigned long y) { return x == y; }

int pthread_once(pthread_once_t *control, void (*routine)(void)) {
    /* An exception leaves it undone. */
    if (control->once == 0) {
        routine();
        control->once = 2;
    }
    return 0;
}
