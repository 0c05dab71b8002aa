// simdiff: check opencl_sub_groups.cl --reference folded --port folded_items --global 16 --local 16 --sub-group 8 --arg x=in:i32[16] --arg y=out:i32[16] --arg z=out:i32[16] => equivalent
// simdiff: check opencl_sub_groups.cl --reference ranked --port ranked_items --global 16 --local 16 --sub-group 8 --arg x=in:i32[16] --arg y=out:u32[16] => equivalent
// simdiff: check opencl_sub_groups.cl --reference moved --port moved_items --global 16 --local 16 --sub-group 8 --arg x=in:f32[16] --arg y=out:f32[16] => equivalent
// simdiff: check opencl_sub_groups.cl --reference halved --port halved_items --global 16 --local 16 --sub-group 8 --arg x=in:u32[16] --arg y=out:u32[2] => equivalent
// simdiff: check opencl_sub_groups.cl --reference halved --port halved_items --global 16 --local 16 --sub-group 4 --arg x=in:u32[16] --arg y=out:u32[2] => defect out-of-bounds-write
// simdiff: kernel opencl_sub_groups.cl --kernel halved_wrong --global 8 --local 8 => defect uninitialised-output
// simdiff: kernel opencl_sub_groups.cl --kernel turned --global 16 --local 16 --sub-group 8 --arg part=local:i32[16] --arg by=const:4 => clean
// simdiff: kernel opencl_sub_groups.cl --kernel turned --global 16 --local 16 --sub-group 8 --arg part=local:i32[16] --arg by=const:8 => defect race
// simdiff: kernel opencl_sub_groups.cl --kernel parted --global 16 --local 16 --sub-group 8 => clean
// simdiff: kernel opencl_sub_groups.cl --kernel parted_wrong --global 8 --local 8 => defect barrier-divergence
// simdiff: kernel opencl_sub_groups.cl --kernel named_wrong --global 8 --local 8 => defect argument-divergence
void folded(const int *x, int *y, int *z) {
    for (int g = 0; g < 16; g += 8) {
        unsigned sum = 0;
        int all = 0, most = -2147483647 - 1;
        for (int i = g; i < g + 8; i++)
            sum += (unsigned)x[i];
        for (int i = g; i < g + 8; i++) {
            int least = 2147483647;
            for (int j = i / 4 * 4; j < i / 4 * 4 + 4; j++)
                if (x[j] < least)
                    least = x[j];
            y[i] = (int)sum ^ most;
            if (x[i] > most)
                most = x[i];
            all ^= x[i];
            z[i] = all - least;
        }
    }
}

void ranked(const int *x, unsigned *y) {
    for (int g = 0; g < 16; g += 8) {
        unsigned count = 0, before = 0;
        for (int i = g; i < g + 8; i++)
            count += x[i] > 0;
        for (int i = g; i < g + 8; i++) {
            y[i] = before + 16 * count;
            before += x[i] > 0;
        }
    }
}

void moved(const float *x, float *y) {
    for (int i = 0; i < 16; i++) {
        int g = i / 8 * 8;
        y[i] = x[g + ((i % 8 ^ 5) + 3) % 8] - x[g + 2];
    }
}

void halved(const unsigned *x, unsigned *y) {
    for (int g = 0; g < 2; g++) {
        unsigned sum = 0;
        for (int i = 8 * g; i < 8 * g + 8; i++)
            sum += x[i];
        y[g] = sum;
    }
}
