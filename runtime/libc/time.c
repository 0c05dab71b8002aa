/* Time stands still, at the start of 2000 (UTC): runs are repeatable. */
#include <errno.h>

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

/* A sleep takes no time. */
int clock_nanosleep(int clock, int flags, const struct timespec *asked, struct timespec *left) {
    const int is_valid = asked->seconds >= 0 && (unsigned long)asked->nanoseconds < 1000000000;
    return is_valid ? 0 : EINVAL;
}

int nanosleep(const struct timespec *asked, struct timespec *left) {
    const int error = clock_nanosleep(0, 0, asked, left);
    if (error) errno = error;
    return error ? -1 : 0;
}

int usleep(unsigned microseconds) { return 0; }

unsigned sleep(unsigned seconds) { return 0; }

/* Greenwich time; what is local is not known. */
struct tm {
    int second, minute, hour, day, month, year, weekday, yearday, is_summer;
    long offset;
    const char *zone;
};

static int is_leap(long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

struct tm *gmtime_r(const time_t *at, struct tm *to) {
    static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    long days = *at / 86400, rest = *at % 86400;
    if (rest < 0) {
        rest += 86400;
        days--;
    }
    *to = (struct tm){.second = rest % 60, .minute = rest / 60 % 60, .hour = rest / 3600};
    to->weekday = (int)((days % 7 + 11) % 7);
    to->zone = "GMT";
    /* 400 years have 146097 days. */
    long year = 1970 + days / 146097 * 400;
    days %= 146097;
    for (; days < 0; days += 365 + is_leap(year)) year--;
    for (; days >= 365 + is_leap(year); year++) days -= 365 + is_leap(year);
    to->year = (int)(year - 1900);
    to->yearday = (int)days;
    for (;; to->month++) {
        int length = lengths[to->month] + (to->month == 1 && is_leap(year));
        if (days < length) break;
        days -= length;
    }
    to->day = (int)days + 1;
    return to;
}

struct tm *gmtime(const time_t *at) {
    static struct tm result;
    return gmtime_r(at, &result);
}

time_t timegm(struct tm *from) {
    static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    long months = from->year * 12l + from->month;
    long year = 1900 + (months >= 0 ? months / 12 : -((11 - months) / 12));
    int month = (int)(months - (year - 1900) * 12);
    /* From the start of a year 1 long before, and 719162 from the usual one to 1970. */
    const long eras = 10000000;
    long past = year - 1 + 400 * eras;
    long days = past * 365 + past / 4 - past / 100 + past / 400 - 146097 * eras - 719162;
    days += before[month] + (month > 1 && is_leap(year)) + from->day - 1;
    time_t at = ((days * 24 + from->hour) * 60 + from->minute) * 60 + from->second;
    gmtime_r(&at, from);
    return at;
}

double difftime(time_t x, time_t y) { return (double)x - (double)y; }
