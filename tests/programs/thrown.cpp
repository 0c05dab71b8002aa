// Nothing searches for the handler: the path ends, by the exception's name.
struct Overflow { int by; };

static void check(int x) {
    if (x > 3) throw Overflow{x};
}

int main(int argc, char **) {
    try {
        check(argc + 3);
    } catch (Overflow &) {
    }
    return 0;
}
