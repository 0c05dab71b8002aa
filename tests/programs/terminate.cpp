// equivalent: the ways to std::terminate, by the first argument; a handler ends well.
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>

static const char *way;
static int cleaned;

struct Cleaned {
    ~Cleaned() { cleaned++; }
};

static void handler() {
    std::exception_ptr current = std::current_exception();
    std::string text = "nothing";
    try {
        if (current) std::rethrow_exception(current);
    } catch (const char *thrown) {
        text = thrown;
    } catch (int) {
        text = "a number";
    }
    if (!strcmp(way, "plain")) assert(text == "nothing");
    if (!strcmp(way, "uncaught")) assert(text == "thrown" && cleaned == 0);
    if (!strcmp(way, "noexcept")) assert(text == "thrown");
    if (!strcmp(way, "destructor")) assert(text == "a number");
    if (!strcmp(way, "nobody")) assert(text == "nothing");
    std::_Exit(0);
}

static void throws() {
    Cleaned cleaned;
    throw "thrown";
}

static void promises() noexcept { throws(); }

struct Throwing {
    ~Throwing() { throw 1; }
};

int main(int argc, char **argv) {
    way = argc > 1 ? argv[1] : "plain";
    std::terminate_handler before = std::set_terminate(handler);
    assert(before && before != handler && std::get_terminate() == handler);
    if (!strcmp(way, "uncaught")) throws();
    if (!strcmp(way, "noexcept")) {
        try {
            promises();
        } catch (...) {
            assert(false);
        }
    }
    if (!strcmp(way, "destructor")) {
        try {
            Throwing throwing;
            throws();
        } catch (...) {
            assert(false);
        }
    }
    if (!strcmp(way, "nobody")) throw;
    std::terminate();
}
