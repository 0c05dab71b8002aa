// simdiff: check narrow_ids.cl --reference sums --port sum_short --global n --contract off => undecided unreached "loses bits"
// simdiff: check narrow_ids.cl --reference sums --port sum_short --global 300 --size n=300 --contract off => equivalent
// simdiff: check narrow_ids.cl --reference sums --port sum_int --global n --contract off => equivalent
// simdiff: check narrow_ids.cl --reference weighted --port sum_cyclic --global n --contract off --arg w=in:f32[8] => equivalent
// simdiff: kernel narrow_ids.cl --kernel set_short --global n --arg o=out:i32[n] => undecided unreached "loses bits"
// simdiff: kernel narrow_ids.cl --kernel set_short --global 300 --arg o=out:i32[300] => clean
// An id that does not fit its variable is another item's.

void sums(const float *a, float *o, int n) {
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = 0; k < 40; k++) {
            s += a[i] * k;
        }
        o[i] = s;
    }
}

void weighted(const float *a, const float *w, float *o, int n) {
    for (int i = 0; i < n; i++) {
        float s = 0;
        for (int k = 0; k < 40; k++) {
            s += a[i] * w[i & 7];
        }
        o[i] = s;
    }
}
