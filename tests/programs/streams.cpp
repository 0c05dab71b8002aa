// equivalent: streams of text in memory, and the standard ones, whose input is empty.
#include <cassert>
#include <climits>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Point {
    int x, y;
};

static std::ostream &operator<<(std::ostream &out, const Point &p) {
    return out << '(' << p.x << ", " << p.y << ')';
}

static std::istream &operator>>(std::istream &in, Point &p) {
    char open, comma, close;
    return in >> open >> p.x >> comma >> p.y >> close;
}

template <class T> static std::string shown(const T &value, std::ios_base::fmtflags flags = {}) {
    std::ostringstream out;
    out.flags(flags);
    out << value;
    return out.str();
}

static void numbers() {
    using std::ios_base;
    std::ostringstream out;
    out << 42 << ' ' << -7L << ' ' << 3000000000u << ' ' << (short)-3 << ' ' << 18446744073709551615ull;
    assert(out.str() == "42 -7 3000000000 -3 18446744073709551615");
    out.str("");
    out << std::hex << 255 << ' ' << std::showbase << 255 << ' ' << std::oct << 8 << ' '
        << std::uppercase << std::hex << 0xabc << std::dec << ' ' << std::showpos << 5;
    assert(out.str() == "ff 0xff 010 0XABC +5");
    out.str("");
    out << std::noshowpos << std::setw(6) << 12 << std::left << std::setw(4) << 7 << '|' << std::right
        << std::setfill('0') << std::setw(5) << 42 << std::internal << std::setw(6) << -42;
    assert(out.str() == "    127   |00042-00042");
    assert(shown(true) == "1" && shown(false, ios_base::boolalpha) == "false");
    assert(shown('c') == "c" && shown("text") == "text" && shown(std::string("s")) == "s");
    assert(shown((void *)0) == "0" && shown(Point{3, -4}) == "(3, -4)");
    assert(shown(0.1) == "0.1" && shown(1e20) == "1e+20" && shown(100000.0f) == "100000");
    assert(shown(2.5, ios_base::fixed) == "2.500000");
    assert(shown(2.5, ios_base::scientific) == "2.500000e+00");
    assert(shown(2.5, ios_base::fixed | ios_base::scientific) == "0x1.4p+1");
    assert(shown(1.0L / 3) == "0.333333" && shown(2.0, ios_base::showpoint) == "2.00000");
    std::ostringstream rounded;
    rounded << std::setprecision(3) << 3.14159 << ' ' << std::fixed << 2.0 / 3 << ' '
            << std::setprecision(0) << 2.5;
    assert(rounded.str() == "3.14 0.667 2");
}

static void parsed() {
    std::istringstream in("12 -34 0x1f 077 3.5e2 word 1 x 99999999999");
    int a, b, c, d;
    double e;
    std::string word;
    bool flag;
    in >> a >> b >> std::hex >> c >> std::oct >> d >> std::dec >> e >> word >> flag;
    assert(in && a == 12 && b == -34 && c == 31 && d == 63 && e == 350 && word == "word" && flag);
    int wrong = 5;
    in >> wrong;
    assert(in.fail() && !in.eof() && wrong == 0);
    in.clear();
    char x;
    int big;
    in >> x >> big;
    assert(x == 'x' && in.fail() && big == INT_MAX && in.eof());
    Point p{};
    std::istringstream("(5, 6)") >> p;
    assert(p.x == 5 && p.y == 6);
    std::istringstream list("1 2 3 4");
    std::vector<int> all{std::istream_iterator<int>(list), std::istream_iterator<int>()};
    assert(all.size() == 4 && all[3] == 4);
    float f;
    long double l;
    std::istringstream reals("-1.25 1e-3 1e999");
    reals >> f >> l >> e;
    assert(f == -1.25f && l == 1e-3L && reals.fail() && e > 1e300);
}

static void lines() {
    std::istringstream in("first line\n\nthird;rest of it\nlast");
    std::string line;
    std::vector<std::string> all;
    assert(std::getline(in, line) && line == "first line");
    assert(std::getline(in, line) && line.empty());
    assert(std::getline(in, line, ';') && line == "third");
    char buffer[8];
    in.getline(buffer, sizeof buffer);
    assert(in.fail() && in.gcount() == 7 && std::string(buffer) == "rest of");
    in.clear();
    in.ignore(100, '\n');
    assert(in.gcount() == 4 && in.peek() == 'l');
    in.ignore(2);
    char narrow[5];
    in >> std::setw(5) >> narrow;
    assert(std::string(narrow) == "st" && in.eof() && !in.fail());
    assert(!std::getline(in, line));
    std::istringstream characters("a bc");
    assert(characters.get() == 'a' && characters.get() == ' ');
    characters.unget();
    characters >> std::ws;
    char two[3] = {};
    characters.read(two, 2);
    assert(std::string(two) == "bc" && characters.tellg() == 4);
    characters.seekg(2);
    assert(characters.peek() == 'b');
    std::istringstream narrowed("abcdef");
    narrowed >> std::setw(3) >> line;
    assert(line == "abc");
}

static void both() {
    std::stringstream stream;
    stream << "n=" << 5 << ';' << 2.5;
    std::string name;
    std::getline(stream, name, '=');
    int n;
    char separator;
    double d;
    stream >> n >> separator >> d;
    assert(name == "n" && n == 5 && separator == ';' && d == 2.5 && stream.eof());
    std::ostringstream long_one;
    for (int i = 0; i < 100; i++) long_one << i << ',';
    assert(long_one.str().size() == 290 && long_one.tellp() == 290);
    std::vector<int> values{1, 2, 3};
    std::ostringstream joined;
    std::copy(values.begin(), values.end(), std::ostream_iterator<int>(joined, "-"));
    assert(joined.str() == "1-2-3-");
}

/* A stream buffer of the program's own. */
struct Counting : std::streambuf {
    int count = 0;
    int overflow(int c) override {
        count++;
        return c;
    }
};

static void standard() {
    std::cout << "printed " << 5 << std::endl << std::flush;
    std::cerr << "error " << 2.5 << '\n';
    std::clog << std::setw(5) << 1 << '\n';
    int x = 7;
    std::string word = "kept";
    assert(!(std::cin >> x) && std::cin.eof() && x == 7);
    assert(!std::getline(std::cin, word) && word == "kept");
    Counting counting;
    std::streambuf *before = std::cout.rdbuf(&counting);
    std::cout << "12345" << 678;
    std::cout.rdbuf(before);
    assert(counting.count == 8 && std::cout);
    std::ios_base::sync_with_stdio(false);
    std::cin.tie(nullptr);
}

int main() {
    numbers();
    parsed();
    lines();
    both();
    standard();
}
