// simdiff: run => defect read-after-scope
int main(void) {
    int *volatile last;
    for (int i = 0; i < 3; i++) {
        int square[1] = {i * i};
        last = square;
    }
    return *last;
}
