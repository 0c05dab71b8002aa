/* The clocks of <chrono>, which stand still as those of C do. */
struct timespec {
    long seconds, nanoseconds;
};
extern "C" int clock_gettime(int clock, timespec *at);

namespace std {
namespace chrono {
inline namespace _V2 {

/* A time_point, which has nothing but the nanoseconds. */
struct Point {
    long nanoseconds;
};

struct system_clock {
    static Point now() noexcept;
};

struct steady_clock {
    static Point now() noexcept;
};

static Point at(int clock) {
    timespec at;
    clock_gettime(clock, &at);
    return {at.seconds * 1000000000 + at.nanoseconds};
}

Point system_clock::now() noexcept { return at(0); }

Point steady_clock::now() noexcept { return at(1); }

}  // namespace _V2
}  // namespace chrono
}  // namespace std
