// Functions that std::call_once calls once, and again after an exception.
#include <cassert>
#include <mutex>
#include <stdexcept>

static int calls;

static void add(int first, const int &second) { calls += first + second; }

struct Counted {
    std::once_flag flag;
    int made = 0;

    int get() {
        std::call_once(flag, [this] {
            std::once_flag inner;
            std::call_once(inner, [this] { made++; });
        });
        return made;
    }
};

int main() {
    std::once_flag flag;
    for (int i = 1; i < 4; i++) std::call_once(flag, add, i, 10);
    assert(calls == 11);
    Counted first, second;
    assert(first.get() == 1 && first.get() == 1 && second.get() == 1);
    std::once_flag failing;
    int tries = 0;
    for (int i = 0; i < 4; i++) {
        try {
            std::call_once(failing, [&] {
                if (++tries < 3) throw std::runtime_error("not yet");
            });
        } catch (const std::runtime_error &) {
            assert(tries == i + 1 && tries < 3);
        }
    }
    assert(tries == 3);
}
