// simdiff: check opencl_barriers.cl --reference two_on --port turn_twice --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => equivalent
// simdiff: check opencl_barriers.cl --reference two_on --port turn_over --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => defect race
// simdiff: check opencl_barriers.cl --reference one_on --port turn_unless --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => defect race
// simdiff: check opencl_barriers.cl --reference one_on --port turn_unless --global 8 --local 4 --arg 'x=in:i32[8] in 0..9' --arg y=out:i32[8] => equivalent
// simdiff: check opencl_barriers.cl --reference copied --port copy_waiting --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => defect barrier-divergence
// simdiff: check opencl_barriers.cl --reference copied_all --port copy_if_positive --global 32 --local 32 --arg x=in:i32[32] --arg y=out:i32[32] => defect barrier-divergence
// simdiff: check opencl_barriers.cl --reference copied --port copy_by_turns --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => undecided "suspected-barrier-divergence"
// simdiff: check opencl_barriers.cl --reference copied --port copy_in_rounds --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => equivalent
// simdiff: check opencl_barriers.cl --reference one_on --port turn_partly --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] => defect uninitialised-output
// simdiff: check opencl_barriers.cl --reference scattered --port scatter --global 8 --local 4 --arg at=in:u8[8] --arg y=inout:i32[8] => defect race
// simdiff: check opencl_barriers.cl --reference offsets --port offset_points --global 8 --local 4 --arg y=out:i32[8] --undefined note => equivalent
// simdiff: check opencl_barriers.cl --reference reversed --port reverse --global 8 --arg x=in:f32[32] --arg y=out:f32[32] => equivalent

void two_on(const int *x, int *y) {
    for (int i = 0; i < 8; i++) y[i] = x[i / 4 * 4 + (i + 2) % 4];
}

void one_on(const int *x, int *y) {
    for (int i = 0; i < 8; i++) y[i] = x[i / 4 * 4 + (i + 1) % 4];
}

void copied(const int *x, int *y) {
    for (int i = 0; i < 8; i++) y[i] = x[i];
}

void copied_all(const int *x, int *y) {
    for (int i = 0; i < 32; i++) y[i] = x[i];
}

void scattered(const unsigned char *at, int *y) {
    for (int i = 0; i < 8; i++) y[at[i] & 7] = i;
}

struct point {
    int x, y;
};

void offsets(struct point p, int *y) {
    for (int i = 0; i < 8; i++) y[i] = (p.x + i) ^ p.y;
}

void reversed(const float *x, float *y) {
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 4; k++) y[4 * i + k] = x[4 * i + 3 - k];
}
