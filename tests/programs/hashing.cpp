// EQUIVALENT: elements of hash tables come in the order of the system's library.
#include <cassert>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <map>
#include <vector>
#include <memory>

static unsigned hash = 2166136261u;

static void note(unsigned long value) {
    for (int i = 0; i < 8; i++, value >>= 8) hash = (hash ^ (value & 255)) * 16777619u;
}

struct Point {
    int x, y;
    bool operator==(const Point &other) const { return x == other.x && y == other.y; }
};

template <> struct std::hash<Point> {
    size_t operator()(const Point &p) const { return p.x * 31u + p.y; }
};

static void integers() {
    std::unordered_map<int, int> map;
    for (int i = 0; i < 100; i++) {
        map[i * 37 % 211] = i;
        note(map.bucket_count());
    }
    for (int i = 0; i < 60; i += 3) map.erase(i);
    for (auto &[key, value] : map) note(key), note(value);
    map.rehash(500);
    note(map.bucket_count());
    map.rehash(0);
    note(map.bucket_count());
    map.max_load_factor(0.5f);
    map.reserve(300);
    note(map.bucket_count());
    std::unordered_map<int, int> copy(map), moved(std::move(map));
    assert(copy == moved);
    copy.clear();
    assert(copy.empty() && copy.bucket_count() == moved.bucket_count());
}

static void texts() {
    std::unordered_map<std::string, int> ages{{"mary", 31}, {"bob", 7}};
    for (int i = 0; i < 40; i++) ages["name " + std::to_string(i * i)] += i;
    ages.emplace("a name that is much longer than what a string keeps in itself", 5);
    assert(!ages.insert({"bob", 8}).second);
    for (const auto &[name, age] : ages) note(std::hash<std::string>()(name)), note(age);
    std::unordered_set<std::string_view> words{"a", "to", "the", "that", "there", "eleven letters"};
    for (auto word : words) note(word.size());
    assert(words.count("the") && !words.count("thy"));
}

static void others() {
    std::unordered_set<double> reals{0.0, -0.0, 1.5, -2.25, 1e300, 3};
    assert(reals.size() == 5);
    for (double real : reals) note((unsigned long)(long)(real < 1e6 ? real * 4 : 99));
    std::unordered_set<float> floats{0.5f, 2, 3};
    for (float real : floats) note((unsigned)(real * 4));
    std::unordered_set<Point> points;
    for (int i = 0; i < 20; i++) points.insert({i % 5, i / 2});
    for (auto &p : points) note(p.x), note(p.y);
    std::unordered_multimap<int, char> many;
    for (int i = 0; i < 30; i++) many.emplace(i % 4, 'a' + i);
    auto range = many.equal_range(2);
    for (auto it = range.first; it != range.second; ++it) note(it->second);
    for (auto &[key, letter] : many) note(key), note(letter);
    std::unordered_multiset<int> bag{3, 1, 3, 2, 1, 3};
    assert(bag.count(3) == 3 && bag.erase(1) == 2);
    for (int x : bag) note(x);
    std::unordered_set<std::shared_ptr<int>> shared;
    auto one = std::make_shared<int>(1);
    shared.insert(one);
    assert(shared.count(one) && one.use_count() == 2);
    std::unordered_set<std::vector<bool>> masks{{true, false}, {true, true, true}, {}};
    for (auto &mask : masks) note(mask.size());
    std::multimap<int, const char *> sorted{{2, "b"}, {1, "a"}, {2, "c"}, {1, "d"}};
    for (auto &[key, text] : sorted) note(key), note(text[0]);
}

int main() {
    integers();
    texts();
    others();
    assert(hash == 0xeb0090b3u);
}
