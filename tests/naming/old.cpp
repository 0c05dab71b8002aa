// The version to compare with: the function has one name in both files.
namespace {
int weight(int x) { return 3 * x; }
} // namespace

int mix(int a, int b) { return weight(a) + b; }
int mix(int a) { return a; }
