// simdiff: check --reference toggled --port toggled_by_index => equivalent
// simdiff: check --reference toggled --port toggled_by_index --cflags=-O1 => equivalent
// simdiff: check --reference toggled --port toggled_but_last => different
// A string that is passed is not changed: the end of an execution that changes it is no line of
// the versions that has to run.
#include <string>

std::string toggled(const std::string &text)
{
    std::string result;
    for (char c : text)
        result += c ^ 1;
    return result;
}

std::string toggled_by_index(const std::string &text)
{
    std::string result;
    for (size_t i = 0; i < text.size(); i++)
        result += 1 ^ text[i];
    return result;
}

std::string toggled_but_last(const std::string &text)
{
    std::string result;
    for (size_t i = 0; i + 1 < text.size(); i++)
        result += 1 ^ text[i];
    return result;
}
