// simdiff: run => defect invalid-call
// The callback was never set.
void (*volatile callback)(int);

int main(void) { callback(1); }
