// A stream of the C++ library, whose code is not in the headers.
#include <iostream>

int main() {
    std::cout << "text";
    return 0;
}
