// The version under test.
namespace {
int weight(int x) { return (x << 1) + x; }
} // namespace

int mix(int a, int b) { return b + weight(a); }
