// equivalent: generators and distributions give the numbers of the system's library.
#include <algorithm>
#include <cassert>
#include <cstring>
#include <random>
#include <vector>

static unsigned hash = 2166136261u;

template <class T> static void note(T value) {
    unsigned char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    for (unsigned char byte : bytes) hash = (hash ^ byte) * 16777619u;
}

int main() {
    std::mt19937 twister;
    unsigned last = 0;
    for (int i = 0; i < 10000; i++) last = twister();
    assert(last == 4123659995u);
    std::uniform_int_distribution<int> die(1, 6);
    std::uniform_real_distribution<double> real(-1, 1);
    std::uniform_real_distribution<float> single;
    std::normal_distribution<double> normal(5, 2);
    std::bernoulli_distribution coin(0.3);
    std::geometric_distribution<int> geometric(0.4);
    std::discrete_distribution<int> discrete{1, 2, 3};
    for (int i = 0; i < 50; i++) {
        note(die(twister));
        note(real(twister));
        note(single(twister));
        note(normal(twister));
        note(coin(twister));
        note(geometric(twister));
        note(discrete(twister));
    }
    std::mt19937_64 wide(7);
    note(wide());
    note(real(wide));
    std::ranlux24_base lux;
    note(lux());
    std::vector<int> cards(52);
    for (int i = 0; i < 52; i++) cards[i] = i;
    std::shuffle(cards.begin(), cards.end(), twister);
    for (int card : cards) note(card);
    std::seed_seq seeds{1, 2, 3};
    std::minstd_rand minimal(seeds);
    note(minimal());
    assert(hash == 0xea06e491u);
}
