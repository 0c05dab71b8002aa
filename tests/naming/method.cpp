// expected: different, for negative numbers
class Meter {
    int sum;

public:
    int level(int x) const { return (sum / 2 + x) / 4; }

private:
    int level_by_shift(int x) const { return (sum / 2 + x) >> 2; }
};
