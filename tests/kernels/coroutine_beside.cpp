// simdiff: check --reference above --port above_four --cflags -std=c++20 => different
// simdiff: check --reference above --port above_or_six --cflags -std=c++20 => equivalent
// A coroutine in the file is split before the versions run natively.

#include <coroutine>

struct Task {
    struct promise_type {
        Task get_return_object() { return {}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() {}
    };
};

Task report(int x) { co_return; }

int above(int x) { return x > 5; }
int above_four(int x) { return x > 4; }
int above_or_six(int x) { return x >= 6; }
