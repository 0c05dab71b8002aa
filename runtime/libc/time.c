/* Time stands still, at the start of 2000 (UTC): runs are repeatable. */
typedef long time_t;
struct timespec { time_t seconds; long nanoseconds; };
struct timeval { time_t seconds; long microseconds; };

enum { START = 946684800 };

time_t time(time_t *at) {
    if (at) *at = START;
    return START;
}

int clock_gettime(int clock, struct timespec *at) {
    *at = (struct timespec){START, 0};
    return 0;
}

int gettimeofday(struct timeval *at, void *zone) {
    *at = (struct timeval){START, 0};
    return 0;
}

long clock(void) { return 0; }
