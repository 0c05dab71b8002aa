// Streams that read files: by words, by lines, from any place, and whole.
#include <cassert>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

int main(int, char **arguments) {
    const std::string path = arguments[1] + std::string("/words.txt");
    std::ifstream file(path);
    assert(file.is_open());
    const std::string all((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    assert(all == "one 2\nthree\n");

    std::ifstream again(path, std::ios::binary);
    std::string word;
    int number = 0;
    again >> word >> number;
    assert(word == "one" && number == 2);
    again.seekg(0, std::ios::end);
    assert(again.tellg() == 12);
    again.seekg(6);
    std::getline(again, word);
    assert(word == "three" && !std::getline(again, word));

    std::ifstream third(path);
    std::stringstream copy;
    copy << third.rdbuf();
    assert(copy.str() == all);
    assert(!std::ifstream(path + "x"));
}
