// simdiff: run => defect read-after-return
static int *__attribute__((noinline)) local(int start) {
    int counter[2] = {start, 1};
    int *volatile escaped = counter;
    return escaped;
}

int main(void) {
    return local(3)[1];
}
