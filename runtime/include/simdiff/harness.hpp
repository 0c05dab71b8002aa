/* Inputs and comparisons of C++ harnesses: values of types of the standard library. */
#ifndef SIMDIFF_HARNESS_HPP
#define SIMDIFF_HARNESS_HPP

#include <klee/klee.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <deque>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#if __cplusplus >= 201703L
#include <optional>
#include <string_view>
#endif
#if __cplusplus >= 202002L
#include <span>
#endif

namespace simdiff {

/* A number from 0 to `most` that is concrete: each is a path of its own. */
inline std::size_t any_length(const char *name, std::size_t most) {
    const int wanted = klee_range(0, static_cast<int>(most) + 1, name);
    std::size_t length = 0;
    while (static_cast<int>(length) != wanted) ++length;
    return length;
}

/* How values of a type are made, copied and compared. Others than those below hold no
 * pointers: they are any bytes. */
template <class T, class = void> struct Of {
    static T any(const char *name, std::size_t) {
        T value;
        klee_make_symbolic(&value, sizeof value, name);
        return value;
    }
    static T copy(const T &value) { return value; }
    static bool same(const T &a, const T &b) { return std::memcmp(&a, &b, sizeof a) == 0; }
};

/* Any value of a type; of a container, up to `most` elements. */
template <class T> T any(const char *name, std::size_t most) { return Of<T>::any(name, most); }

/* A value with memory of its own. */
template <class T> T copy(const T &value) { return Of<T>::copy(value); }

/* Whether two values are the same, floats by their bits but for NaNs, which are alike. */
template <class T> bool same(const T &a, const T &b) { return Of<T>::same(a, b); }

template <> struct Of<bool> {
    static bool any(const char *name, std::size_t) { return klee_range(0, 2, name) != 0; }
    static bool copy(bool value) { return value; }
    static bool same(bool a, bool b) { return a == b; }
};

template <class T> struct Of<T, typename std::enable_if<std::is_floating_point<T>::value>::type> {
    static T any(const char *name, std::size_t) {
        T value;
        klee_make_symbolic(&value, sizeof value, name);
        return value;
    }
    static T copy(T value) { return value; }
    static bool same(T a, T b) {
        /* Of long double the last bytes are padding. */
        const std::size_t size = sizeof a > 8 ? 10 : sizeof a;
        return (a != a && b != b) || std::memcmp(&a, &b, size) == 0;
    }
};

/* Containers that grow. */
template <class C> struct Growing {
    using Element = typename C::value_type;
    static C any(const char *name, std::size_t most) {
        C made;
        for (std::size_t length = any_length(name, most); length > 0; --length)
            made.push_back(simdiff::any<Element>(name, most));
        return made;
    }
    static C copy(const C &value) { return value; }
    static bool same(const C &a, const C &b) {
        if (a.size() != b.size()) return false;
        bool alike = true;
        for (std::size_t i = 0; i < a.size(); ++i)
            alike &= simdiff::same<Element>(a[i], b[i]);
        return alike;
    }
};
template <class T, class A> struct Of<std::vector<T, A>> : Growing<std::vector<T, A>> {};
template <class T, class A> struct Of<std::deque<T, A>> : Growing<std::deque<T, A>> {};
template <class T, class R, class A>
struct Of<std::basic_string<T, R, A>> : Growing<std::basic_string<T, R, A>> {};

template <class T, std::size_t N> struct Of<std::array<T, N>> {
    static std::array<T, N> any(const char *name, std::size_t most) {
        std::array<T, N> made{};
        for (T &element : made) element = simdiff::any<T>(name, most);
        return made;
    }
    static std::array<T, N> copy(const std::array<T, N> &value) { return value; }
    static bool same(const std::array<T, N> &a, const std::array<T, N> &b) {
        bool alike = true;
        for (std::size_t i = 0; i < N; ++i) alike &= simdiff::same<T>(a[i], b[i]);
        return alike;
    }
};

template <class T, class U> struct Of<std::pair<T, U>> {
    static std::pair<T, U> any(const char *name, std::size_t most) {
        return {simdiff::any<T>(name, most), simdiff::any<U>(name, most)};
    }
    static std::pair<T, U> copy(const std::pair<T, U> &value) { return value; }
    static bool same(const std::pair<T, U> &a, const std::pair<T, U> &b) {
        return simdiff::same<T>(a.first, b.first) & simdiff::same<U>(a.second, b.second);
    }
};

#if __cplusplus >= 201703L
template <class... T> struct Of<std::tuple<T...>> {
    static std::tuple<T...> any(const char *name, std::size_t most) {
        return {simdiff::any<T>(name, most)...};
    }
    static std::tuple<T...> copy(const std::tuple<T...> &value) { return value; }
    template <std::size_t... I>
    static bool each(const std::tuple<T...> &a, const std::tuple<T...> &b,
                     std::index_sequence<I...>) {
        return (simdiff::same<T>(std::get<I>(a), std::get<I>(b)) & ... & true);
    }
    static bool same(const std::tuple<T...> &a, const std::tuple<T...> &b) {
        return each(a, b, std::index_sequence_for<T...>());
    }
};

template <class T> struct Of<std::optional<T>> {
    static std::optional<T> any(const char *name, std::size_t most) {
        if (klee_range(0, 2, name) == 0) return std::nullopt;
        return simdiff::any<T>(name, most);
    }
    static std::optional<T> copy(const std::optional<T> &value) { return value; }
    static bool same(const std::optional<T> &a, const std::optional<T> &b) {
        if (a.has_value() != b.has_value()) return false;
        return !a || simdiff::same<T>(*a, *b);
    }
};

/* What refers to elements that it does not own: they live to the end of the program. */
template <class V, class T> struct View {
    using Element = typename std::remove_const<T>::type;
    static V copied(const Element *from, std::size_t length) {
        Element *own = new Element[length + 1];
        for (std::size_t i = 0; i < length; ++i) own[i] = from[i];
        return V(own, length);
    }
    static V any(const char *name, std::size_t most) {
        std::vector<Element> made = simdiff::any<std::vector<Element>>(name, most);
        return copied(made.data(), made.size());
    }
    static V copy(const V &value) { return copied(value.data(), value.size()); }
    static bool same(const V &a, const V &b) {
        if (a.size() != b.size()) return false;
        bool alike = true;
        for (std::size_t i = 0; i < a.size(); ++i) alike &= simdiff::same<Element>(a[i], b[i]);
        return alike;
    }
};
template <class T, class R>
struct Of<std::basic_string_view<T, R>> : View<std::basic_string_view<T, R>, T> {};
#endif

#if __cplusplus >= 202002L
template <class T> struct Of<std::span<T>> : View<std::span<T>, T> {};
#endif

/* Room for an object whose members are set one by one. */
template <class T> union Room {
    T value;
    Room() { std::memset(static_cast<void *>(this), 0, sizeof *this); }
    ~Room() {}
};

} // namespace simdiff

#endif
