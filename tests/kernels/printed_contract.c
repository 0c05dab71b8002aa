// simdiff: check --reference add --port add --arg 'x=in:f32[n] (given)' --arg 'k=const:16 (i32) (given)' --size n=3 => equivalent
// simdiff: check --reference add --port add --global 'gain=in:i32 in 0..4 (given)' --size n=3 => equivalent
// What a report prints of its contract can be given back as it is.

int gain = 1;

void add(const float *x, float *d, int k, int n) {
    for (int i = 0; i < n; i++) d[i] = x[i] + k * gain;
}
