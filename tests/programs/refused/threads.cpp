// A thread of the C++ library.
#include <thread>

int main() {
    int done = 0;
    std::thread worker([&] { done = 1; });
    worker.join();
    return done;
}
