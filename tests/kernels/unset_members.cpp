// simdiff: check --reference positive --port positive_set --cflags -O2 => equivalent "uninitialised on some inputs"
// simdiff: check --reference positive --port positive_set => equivalent "uninitialised on some inputs"
// simdiff: check --reference first --port first_early --cflags -O2 => equivalent "uninitialised on some inputs"
// simdiff: check --reference first --port first_next --cflags -O2 => different
// simdiff: check --reference found --port found_twice --cflags -O2 => equivalent "uninitialised on some inputs"
// simdiff: check --reference found --port found_twice => equivalent
// simdiff: check --reference first --port first_unset --cflags -O2 => different
// simdiff: check --reference first --port first_unset => defect "uninitialised-output"
// A member that is only valid under a flag is left unset by versions that are right. Optimised
// code has some value there.

#include <optional>

std::optional<int> positive(int x) { return x > 0 ? std::optional<int>(x) : std::nullopt; }
std::optional<int> positive_set(int x)
{
    std::optional<int> r;
    if (x > 0) r = x;
    return r;
}

struct place {
    long at;
    bool is_found;
};
place first(const char *s, int n)
{
    place r;
    r.is_found = false;
    for (int i = 0; i < n; i++)
        if (s[i]) {
            r.at = i;
            r.is_found = true;
            break;
        }
    return r;
}
place first_early(const char *s, int n)
{
    for (int i = 0; i < n; i++)
        if (s[i]) return {i, true};
    place r;
    r.is_found = false;
    return r;
}
place first_next(const char *s, int n)
{
    for (int i = 0; i < n; i++)
        if (s[i]) return {i + 1, true};
    place r;
    r.is_found = false;
    return r;
}

place first_unset(const char *s, int n)
{
    place r;
    r.is_found = false;
    for (int i = 0; i < n && !r.is_found; i++) {
        r.is_found = s[i] != 0;
        if (r.is_found && i != 3) r.at = i;
    }
    return r;
}

std::optional<long> found(const char *s, int n, char c)
{
    for (int i = 0; i < n; i++)
        if (s[i] == c) return i;
    return std::nullopt;
}
std::optional<long> found_twice(const char *s, int n, char c)
{
    int i = 0;
    for (; i + 2 <= n; i += 2) {
        if (s[i] == c) return i;
        if (s[i + 1] == c) return i + 1;
    }
    for (; i < n; i++)
        if (s[i] == c) return i;
    return {};
}
