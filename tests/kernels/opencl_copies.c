// simdiff: check opencl_copies.cl --reference turned --port turn_copied --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => equivalent
// simdiff: check opencl_copies.cl --reference turned --port turn_both_ways --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => equivalent
// simdiff: check opencl_copies.cl --reference turned --port turn_halves --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => equivalent
// simdiff: check opencl_copies.cl --reference turned --port turn_strided --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => equivalent
// simdiff: check opencl_copies.cl --reference turned --port turn_unwaited --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => defect unfinished-copy
// simdiff: check opencl_copies.cl --reference copied --port copy_behind_barrier --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => defect race
// simdiff: check opencl_copies.cl --reference turned --port turn_half_waited --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => defect race
// simdiff: check opencl_copies.cl --reference turned --port turn_apart --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => defect copy-divergence
// simdiff: check opencl_copies.cl --reference turned --port turn_nearly --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => defect copy-divergence
// simdiff: check opencl_copies.cl --reference turned --port turn_while_written --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => defect race
// simdiff: check opencl_copies.cl --reference turned --port turn_partly --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => defect barrier-divergence
// simdiff: check opencl_copies.cl --reference turned --port turn_too_much --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => defect out-of-bounds-read
// simdiff: check opencl_copies.cl --reference summed --port sums_of_tiles_early --global 4 --local 4 --arg x=in:i32[12] --arg y=out:i32[4] => defect race
// simdiff: check opencl_copies.cl --reference summed --port sums_of_tiles --global 4 --local 4 --arg x=in:i32[12] --arg y=out:i32[4] => equivalent
// simdiff: check opencl_copies.cl --reference cleared --port turn_overwritten --global 8 --local 4 --arg x=inout:i32[8] --arg y=out:i32[8] => defect race
// simdiff: check opencl_copies.cl --reference cleared --port turn_and_clear --global 8 --local 4 --arg x=inout:i32[8] --arg y=out:i32[8] => equivalent
// simdiff: check opencl_copies.cl --reference last --port gathered --global 8 --local 4 --arg x=in:i32[8] --arg y=inout:i32[8] => defect race
void turned(const int *x, int *y) {
    for (int i = 0; i < 8; i++)
        y[i] = x[i / 4 * 4 + 3 - i % 4];
}

void copied(const int *x, int *y) {
    for (int i = 0; i < 8; i++)
        y[i] = x[i];
}

void summed(const int *x, int *y) {
    for (int l = 0; l < 4; l++) {
        y[l] = 0;
        for (int t = 0; t < 12; t += 4)
            y[l] += x[t + l] * x[t + 3 - l];
    }
}

void cleared(int *x, int *y) {
    for (int i = 0; i < 8; i++)
        y[i] = x[i / 4 * 4 + 3 - i % 4];
    for (int i = 0; i < 8; i++)
        x[i] = 0;
}

void last(const int *x, int *y) {
    for (int i = 0; i < 4; i++)
        y[i] = x[4 + i];
}
