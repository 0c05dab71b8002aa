// The library's containers and algorithms, function objects, smart pointers,
// guards of static locals, and orders of construction.
#include <algorithm>
#include <array>
#include <bitset>
#include <cassert>
#include <complex>
#include <cstdlib>
#include <deque>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

static unsigned digest(const std::string &text) {
    unsigned hash = 2166136261u;
    for (unsigned char c : text) hash = (hash ^ c) * 16777619u;
    return hash;
}

static void trees() {
    std::map<std::string, int> ages;
    const char *names[] = {"mary", "bob", "zoe", "anna", "carl", "dora", "eve", "fred", "gus"};
    for (int i = 0; i < 9; i++) ages[names[i]] = i * 7;
    ages.erase("carl");
    ages.erase(ages.begin());
    std::string order;
    for (const auto &[name, age] : ages) order += name + std::to_string(age) + " ";
    assert(order == "bob7 dora35 eve42 fred49 gus56 mary0 zoe14 ");
    assert(ages.count("eve") && !ages.count("anna") && ages.lower_bound("f")->second == 49);

    std::set<int> set;
    unsigned state = 1;
    for (int i = 0; i < 200; i++) {
        state = state * 1103515245 + 12345;
        int x = state >> 16 & 127;
        if (i % 3 == 2)
            set.erase(x);
        else
            set.insert(x);
    }
    int previous = -1, count = 0;
    for (int x : set) {
        assert(x > previous);
        previous = x;
        count++;
    }
    assert((size_t)count == set.size());
    for (auto it = set.rbegin(); it != set.rend(); ++it) count--;
    assert(count == 0);
    while (!set.empty()) set.erase(set.begin());
    std::multimap<int, char> several{{2, 'a'}, {1, 'b'}, {2, 'c'}};
    auto range = several.equal_range(2);
    assert(std::distance(range.first, range.second) == 2 && range.first->second == 'a');
}

static void sequences() {
    std::list<int> list{5, 1, 4};
    list.push_front(9);
    list.sort();
    list.remove(4);
    std::list<int> other{7, 8};
    list.splice(list.end(), other);
    list.reverse();
    assert((std::vector<int>(list.begin(), list.end()) == std::vector<int>{8, 7, 9, 5, 1}));
    std::deque<int> deque;
    for (int i = 0; i < 300; i++) (i & 1) ? deque.push_front(i) : deque.push_back(i);
    assert(deque[0] == 299 && deque[299] == 298 && deque.size() == 300);
    std::priority_queue<int> queue;
    for (int x : {3, 9, 4, 1}) queue.push(x);
    queue.pop();
    assert(queue.top() == 4);
    std::vector<bool> flags(70);
    flags[69] = flags[3] = true;
    assert(std::count(flags.begin(), flags.end(), true) == 2);
    std::bitset<100> bits("1011");
    assert((bits << 90).count() == 3 && bits.to_ulong() == 11);
}

static void algorithms() {
    std::vector<int> v(40);
    std::iota(v.begin(), v.end(), 0);
    std::transform(v.begin(), v.end(), v.begin(), [](int x) { return x * 17 % 41; });
    std::vector<int> w = v;
    std::stable_sort(w.begin(), w.end(), [](int a, int b) { return a % 10 < b % 10; });
    for (int i = 1; i < 40; i++) assert(w[i - 1] % 10 <= w[i] % 10);
    std::nth_element(v.begin(), v.begin() + 20, v.end());
    assert(v[20] == *std::max_element(v.begin(), v.begin() + 21));
    std::make_heap(v.begin(), v.end());
    std::sort_heap(v.begin(), v.end());
    assert(std::is_sorted(v.begin(), v.end()) && std::binary_search(v.begin(), v.end(), 17));
    std::rotate(v.begin(), v.begin() + 7, v.end());
    v.erase(std::remove_if(v.begin(), v.end(), [](int x) { return x % 3; }), v.end());
    v.erase(std::unique(v.begin(), v.end()), v.end());
    assert(std::accumulate(v.begin(), v.end(), 0) == 249);
    std::string word = "edcba";
    int permutations = 0;
    std::sort(word.begin(), word.end());
    do permutations++;
    while (std::next_permutation(word.begin(), word.end()));
    assert(permutations == 120);
    std::partial_sum(v.begin(), v.end(), v.begin());
    assert(std::inner_product(v.begin(), v.end(), v.begin(), 0) > 0);
}

struct Node {
    int value;
    std::shared_ptr<Node> next;
    static int alive;
    explicit Node(int v) : value(v) { alive++; }
    ~Node() { alive--; }
};
int Node::alive;

static void objects() {
    {
        auto head = std::make_shared<Node>(1);
        head->next = std::make_shared<Node>(2);
        std::weak_ptr<Node> weak = head->next;
        assert(weak.lock()->value == 2 && head.use_count() == 1 && Node::alive == 2);
        head.reset();
        assert(weak.expired() && Node::alive == 0);
    }
    int captured = 5;
    std::function<int(int)> add = [captured](int x) { return x + captured; };
    std::function<int(int)> twice = [add](int x) { return add(add(x)); };
    assert(twice(1) == 11);
    std::optional<std::string> maybe;
    assert(maybe.value_or("none") == "none");
    maybe = "some";
    std::variant<int, double, std::string> variant = 2.5;
    assert(std::visit([](const auto &x) { return sizeof x; }, variant) == 8);
    variant = *maybe;
    assert(std::get<2>(variant) == "some");
    auto [x, y, z] = std::make_tuple(1, 'b', 3.0);
    assert(x + z == 4 && y == 'b');
    std::complex<double> c(3, 4);
    assert((c * std::conj(c)).real() == 25);
    auto bound = std::bind(std::minus<int>(), std::placeholders::_2, 10);
    assert(bound(1, 50) == 40);
}

static std::string order;
struct Local {
    Local(const char *name) { order += name; }
};
static Local &local() {
    static Local first("first ");
    static Local second("second ");
    return second;
}
static Local global("global ");
__attribute__((constructor(200))) static void early() {}
static void last() { assert(order == "global first second "); }

int main() {
    std::atexit(last);
    trees();
    sequences();
    algorithms();
    objects();
    local();
    local();
    std::string text = std::string(3, 'x') + "yz" + std::to_string(-12) + std::to_string(2.5);
    text.replace(1, 2, "long text to outgrow the object").append(text.rbegin(), text.rend());
    assert(text.find_last_of("x") == text.size() - 1 && text.compare(0, 2, "xl") == 0);
    assert(digest("hash") == 3469047761u);
    assert(std::stod("2.5e3") == 2500 && std::stoul("ff", nullptr, 16) == 255);
    return 0;
}
