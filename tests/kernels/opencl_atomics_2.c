// simdiff: check opencl_atomics_2.cl --reference total --port total_items --global 8 --arg x=in:u32[8] --arg y=inout:u32[1] --cflags=-cl-std=CL2.0 => equivalent
// simdiff: check opencl_atomics_2.cl --reference total --port total_items --global 8 --arg x=in:u32[8] --arg y=inout:u32[1] --cflags=-cl-std=CL3.0 => equivalent
// simdiff: check opencl_atomics_2.cl --reference least --port least_items --global 8 --arg x=in:i32[8] --arg y=inout:i32[1] --cflags=-cl-std=CL3.0 => equivalent
// simdiff: check opencl_atomics_2.cl --reference handed_on --port handed_on_items --global 2 --arg x=in:i32[1] --arg data=inout:i32[1] --arg 'flag=inout:i32[1] in 0..0' --arg y=inout:i32[1] --cflags=-cl-std=CL2.0 => undecided "in which order work-items access memory atomically"
// simdiff: check opencl_atomics_2.cl --reference handed_on --port handed_on_relaxed --global 2 --arg x=in:i32[1] --arg data=inout:i32[1] --arg 'flag=inout:i32[1] in 0..0' --arg y=inout:i32[1] --cflags=-cl-std=CL2.0 => defect race
// simdiff: check opencl_atomics_2.cl --reference own --port own_items --global 4 --arg x=in:i32[4] --arg y=out:i32[4] --cflags=-cl-std=CL2.0 => equivalent
// simdiff: check opencl_atomics_2.cl --reference averaged --port averaged_items --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] --cflags=-cl-std=CL2.0 => equivalent
// simdiff: check opencl_atomics_2.cl --reference averaged --port averaged_wrong --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] --cflags=-cl-std=CL2.0 => defect barrier-divergence
// simdiff: check opencl_atomics_2.cl --reference before --port before_items --global 8 --local 4 --arg x=in:u32[8] --arg y=out:u32[8] --cflags=-cl-std=CL3.0 => equivalent
// simdiff: check opencl_atomics_2.cl --reference positive --port positive_items --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] --cflags=-cl-std=CL2.0 => equivalent
// simdiff: check opencl_atomics_2.cl --reference positive_number --port positive_number_items --global 8 --local 4 --arg x=in:i32[8] --arg y=out:i32[8] --cflags=-cl-std=CL2.0 => undecided
// simdiff: check opencl_atomics_2.cl --reference third --port third_items --global 8 --local 4 --arg x=in:f32[8] --arg y=out:f32[8] --cflags=-cl-std=CL2.0 => equivalent
// simdiff: check opencl_atomics_2.cl --reference third --port third_wrong --global 8 --local 4 --arg x=in:f32[8] --arg y=out:f32[8] --cflags=-cl-std=CL2.0 => defect argument-divergence
void total(const unsigned *x, unsigned *y) {
    for (int i = 0; i < 8; i++)
        *y += x[i];
}

void least(const int *x, int *y) {
    for (int i = 0; i < 8; i++)
        if (x[i] < *y)
            *y = x[i];
}

void handed_on(const int *x, int *data, int *flag, int *y) {
    *data = *y = *x;
    *flag = 1;
}

void own(const int *x, int *y) {
    for (int i = 0; i < 4; i++)
        y[i] = 2 * x[i] ^ 4;
}

void averaged(const int *x, int *y) {
    for (int g = 0; g < 8; g += 4)
        for (int i = g; i < g + 4; i++)
            y[i] = x[i] - (x[g] + x[g + 1] + x[g + 2] + x[g + 3]);
}

void before(const unsigned *x, unsigned *y) {
    for (int g = 0; g < 8; g += 4) {
        unsigned most = 0;
        for (int i = g; i < g + 4; i++) {
            y[i] = most;
            if (x[i] > most)
                most = x[i];
        }
    }
}

void positive(const int *x, int *y) {
    for (int g = 0; g < 8; g += 4) {
        int count = 0;
        for (int i = g; i < g + 4; i++)
            count += x[i] > 0;
        for (int i = g; i < g + 4; i++)
            y[i] = count == 4 ? 2 : count > 0;
    }
}

void positive_number(const int *x, int *y) {
    for (int g = 0; g < 8; g += 4)
        for (int i = g; i < g + 4; i++)
            y[i] = 1 + (x[g] > 0 && x[g + 1] > 0 && x[g + 2] > 0 && x[g + 3] > 0);
}

void third(const float *x, float *y) {
    for (int i = 0; i < 8; i++)
        y[i] = x[i] - x[i / 4 * 4 + 2];
}
