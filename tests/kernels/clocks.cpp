// simdiff: run => equivalent
// Clocks stand still, and a sleep takes no time.
#include <cassert>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

#include <unistd.h>

int main() {
    const auto start = std::chrono::steady_clock::now();
    const std::chrono::system_clock::time_point today = std::chrono::high_resolution_clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    sleep(1);
    usleep(20);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    assert(taken.count() >= 0 && today.time_since_epoch().count() > 0);
    errno = ENOENT;
    std::perror("a file");
    assert(!std::strcmp(std::strerror(ENOENT), "No such file or directory"));
    return 0;
}
