/* std::exception_ptr: what is thrown lives as long as one refers to it. */
#include <exception>

#include "exception.h"

using throwing::Exception;

static Exception *behind(void *object) { return (Exception *)object - 1; }

namespace std {

namespace __exception_ptr {

exception_ptr::exception_ptr(void *object) noexcept : _M_exception_object(object) {
    if (object) _M_addref();
}

void exception_ptr::_M_addref() noexcept { behind(_M_exception_object)->references++; }

void exception_ptr::_M_release() noexcept {
    throwing::release(behind(_M_exception_object));
    _M_exception_object = 0;
}

void *exception_ptr::_M_get() const noexcept { return _M_exception_object; }

const type_info *exception_ptr::__cxa_exception_type() const noexcept {
    return (const type_info *)behind(_M_exception_object)->type;
}

}  // namespace __exception_ptr

exception_ptr current_exception() noexcept {
    Exception *handled = throwing::current();
    return exception_ptr(handled ? handled->object() : 0);
}

void rethrow_exception(exception_ptr kept) { throwing::throw_again(behind(kept._M_get())); }

nested_exception::~nested_exception() noexcept {}

}  // namespace std
