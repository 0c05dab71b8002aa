// How different two versions are, not only that they are.

float sum(const float *x) {
    return ((x[0] + x[1]) + x[2]) + x[3];
}

float sum_pairs(const float *x) {
    return (x[0] + x[1]) + (x[2] + x[3]);
}

float scaled(float x) {
    return x * 3.0f * 0.1f;
}

float scaled_once(float x) {
    return x * 0.3f;
}

float inverse(float x) {
    return 1.0f / x;
}

float inverse_or_zero(float x) {
    return x == 0.0f ? 0.0f : 1.0f / x;
}
