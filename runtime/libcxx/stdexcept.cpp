/* The exceptions of the C++ library, as <exception>, <new>, <typeinfo>, <stdexcept>
 * and <functional> declare them, and the functions by which its templates throw. */
#include <bits/std_function.h>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <stdexcept>
#include <typeinfo>

namespace std {

exception::~exception() noexcept {}
const char *exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char *bad_exception::what() const noexcept { return "std::bad_exception"; }
bad_alloc::~bad_alloc() noexcept {}
const char *bad_alloc::what() const noexcept { return "std::bad_alloc"; }
bad_array_new_length::~bad_array_new_length() noexcept {}
const char *bad_array_new_length::what() const noexcept { return "std::bad_array_new_length"; }
bad_cast::~bad_cast() noexcept {}
const char *bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::~bad_typeid() noexcept {}
const char *bad_typeid::what() const noexcept { return "std::bad_typeid"; }
bad_function_call::~bad_function_call() noexcept {}
const char *bad_function_call::what() const noexcept { return "bad_function_call"; }
bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char *bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }

/* Each message is a copy of its own. */
static const char *copied(const char *text) {
    size_t size = strlen(text) + 1;
    return (const char *)memcpy(malloc(size), text, size);
}
__cow_string::__cow_string() : _M_p(copied("")) {}
__cow_string::__cow_string(const string &text) : _M_p(copied(text.c_str())) {}
__cow_string::__cow_string(const char *text, size_t) : _M_p(copied(text)) {}
__cow_string::__cow_string(const __cow_string &other) noexcept : _M_p(copied(other._M_p)) {}
__cow_string::__cow_string(__cow_string &&other) noexcept : _M_p(copied(other._M_p)) {}
__cow_string &__cow_string::operator=(const __cow_string &other) noexcept {
    if (this != &other) {
        free((void *)_M_p);
        _M_p = copied(other._M_p);
    }
    return *this;
}
__cow_string &__cow_string::operator=(__cow_string &&other) noexcept {
    return *this = (const __cow_string &)other;
}
__cow_string::~__cow_string() { free((void *)_M_p); }

#define WITH_MESSAGE(type)                                                           \
    type::type(const string &text) : _M_msg(text) {}                                 \
    type::type(const char *text) : _M_msg(text, strlen(text)) {}                     \
    type::type(type &&other) noexcept : exception(), _M_msg(other._M_msg) {}         \
    type::type(const type &other) noexcept : exception(), _M_msg(other._M_msg) {}    \
    type &type::operator=(type &&other) noexcept { return *this = (const type &)other; } \
    type &type::operator=(const type &other) noexcept {                              \
        _M_msg = other._M_msg;                                                       \
        return *this;                                                                \
    }                                                                                \
    type::~type() noexcept {}                                                        \
    const char *type::what() const noexcept { return _M_msg._M_p; }

#define DERIVED(type, base)                          \
    type::type(const string &text) : base(text) {}   \
    type::type(const char *text) : base(text) {}     \
    type::~type() noexcept {}

WITH_MESSAGE(logic_error)
WITH_MESSAGE(runtime_error)
DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
DERIVED(out_of_range, logic_error)
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_logic_error(const char *text) { throw logic_error(text); }
void __throw_domain_error(const char *text) { throw domain_error(text); }
void __throw_invalid_argument(const char *text) { throw invalid_argument(text); }
void __throw_length_error(const char *text) { throw length_error(text); }
void __throw_out_of_range(const char *text) { throw out_of_range(text); }
void __throw_runtime_error(const char *text) { throw runtime_error(text); }
void __throw_range_error(const char *text) { throw range_error(text); }
void __throw_overflow_error(const char *text) { throw overflow_error(text); }
void __throw_underflow_error(const char *text) { throw underflow_error(text); }

void __throw_out_of_range_fmt(const char *format, ...) {
    char text[512];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    throw out_of_range(text);
}

const nothrow_t nothrow = nothrow_t();

}  // namespace std

extern "C" {
void __cxa_bad_cast() { throw std::bad_cast(); }
void __cxa_bad_typeid() { throw std::bad_typeid(); }
void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
}
