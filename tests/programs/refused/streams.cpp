// A stream of the C++ library over a file, whose code is not in the headers.
#include <fstream>

int main() {
    std::ofstream out("text");
    out << "text";
    return 0;
}
