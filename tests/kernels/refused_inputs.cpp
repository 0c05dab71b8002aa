// simdiff: check --reference throws --port throws_again => equivalent "a text that no input decides"
// simdiff: check --reference throws --port throws_wrong => different
// simdiff: check --reference throws --port returns => defect
// simdiff: check --reference throws --port throws_more => defect
// simdiff: check --reference returns --port throws => defect
// An exception that leaves both versions on the same inputs is what callers must avoid; one
// that leaves the reference alone is what they may rely on.

unsigned throws(unsigned a, unsigned b) {
    if (b == 0)
        throw 1;
    return a / b;
}

unsigned throws_again(unsigned a, unsigned b) {
    if (!b)
        throw 1;
    return a / b;
}

unsigned throws_wrong(unsigned a, unsigned b) {
    if (!b)
        throw 1;
    return a / b + (a == 77);
}

unsigned throws_more(unsigned a, unsigned b) {
    if (b < 2)
        throw 1;
    return a / b;
}

unsigned returns(unsigned a, unsigned b) {
    return b ? a / b : 0;
}
