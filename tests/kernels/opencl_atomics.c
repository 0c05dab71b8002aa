// simdiff: check opencl_atomics.cl --reference total --port total_items --global 8 --arg x=in:u32[8] --arg y=inout:u32[1] => equivalent
// simdiff: check opencl_atomics.cl --reference total --port total_local --global 8 --local 4 --arg x=in:u32[8] --arg y=inout:u32[1] => equivalent
// simdiff: check opencl_atomics.cl --reference total --port total_local_at_once --global 8 --local 4 --arg x=in:u32[8] --arg y=inout:u32[1] => defect race
// simdiff: check opencl_atomics.cl --reference bins --port bins_items --global 8 --arg x=in:u8[8] --arg y=inout:u32[4] => equivalent
// simdiff: check opencl_atomics.cl --reference bins --port bins_plain --global 8 --arg x=in:u8[8] --arg y=inout:u32[4] => defect race
// simdiff: check opencl_atomics.cl --reference total_read --port total_read_items --global 8 --arg x=in:u32[8] --arg y=inout:u32[2] => defect race
// simdiff: check opencl_atomics.cl --reference greatest --port greatest_items --global 8 --arg x=in:i32[8] --arg y=inout:i32[1] => equivalent
// simdiff: check opencl_atomics.cl --reference greatest_of_sums --port greatest_of_sums_items --global 8 --arg x=in:i32[8] --arg y=inout:i32[1] => undecided "in which order work-items access memory atomically"
// simdiff: check opencl_atomics.cl --reference masks --port masks_items --global 8 --arg x=in:u32[8] --arg y=inout:u32[3] => equivalent
// simdiff: check opencl_atomics.cl --reference last --port last_items --global 8 --arg x=in:u32[8] --arg y=out:u32[1] => undecided "in which order work-items access memory atomically"
// simdiff: check opencl_atomics.cl --reference compact --port compact_items --global 4 --arg x=in:i32[4] --arg y=inout:i32[4] --arg 'count=inout:i32[1] in 0..0' => undecided "in which order work-items access memory atomically"
// simdiff: check opencl_atomics.cl --reference numbered --port numbered_items --global 8 --arg y=out:i32[8] --arg count=inout:i32[1] => undecided "in which order work-items access memory atomically"
// simdiff: check opencl_atomics.cl --reference total_float --port total_float_items --global 2 --arg x=in:f32[2] --arg y=inout:f32[1] => undecided
// simdiff: check opencl_atomics.cl --reference last_group --port last_group_items --global 4 --local 1 --arg x=in:u32[4] --arg part=inout:u32[4] --arg 'count=inout:u32[1] in 0..0' --arg y=inout:u32[1] => defect race
// simdiff: check opencl_atomics.cl --reference last_group --port last_group_fenced --global 4 --local 1 --arg x=in:u32[4] --arg part=inout:u32[4] --arg 'count=inout:u32[1] in 0..0' --arg y=inout:u32[1] => undecided "in which order work-items access memory atomically"
// simdiff: check opencl_atomics.cl --reference found --port found_items --global 8 --arg x=in:i32[8] --arg y=inout:i32[1] => equivalent "work-items write one value to one place"
// simdiff: check opencl_atomics.cl --reference found_last --port found_place --global 8 --arg x=in:i32[8] --arg y=inout:i32[1] => undecided "in which order work-items access memory atomically"
// simdiff: check opencl_atomics.cl --reference found_at --port found_first --global 8 --arg x=in:i32[8] --arg 'y=inout:i32[2] in 0..0' => undecided
void total(const unsigned *x, unsigned *y) {
    for (int i = 0; i < 8; i++)
        *y += x[i];
}

void bins(const unsigned char *x, unsigned *y) {
    for (int i = 0; i < 8; i++)
        y[x[i] & 3]++;
}

void total_read(const unsigned *x, unsigned *y) {
    for (int i = 0; i < 8; i++)
        *y += x[i];
    y[1] = *y;
}

void greatest(const int *x, int *y) {
    for (int i = 0; i < 8; i++)
        if (x[i] > *y)
            *y = x[i];
}

void greatest_of_sums(const int *x, int *y) {
    for (int i = 0; i < 8; i++) {
        *y += 1;
        if (x[i] > *y)
            *y = x[i];
    }
}

void masks(const unsigned *x, unsigned *y) {
    for (int i = 0; i < 8; i++) {
        y[0] &= x[i];
        y[1] |= x[i];
        y[2] ^= x[i];
    }
}

void last(const unsigned *x, unsigned *y) {
    *y = x[7];
}

void compact(const int *x, int *y, int *count) {
    for (int i = 0; i < 4; i++)
        if (x[i] > 0)
            y[(*count)++] = x[i];
}

void numbered(int *y, int *count) {
    for (int i = 0; i < 8; i++)
        y[i] = (*count)++;
}

void total_float(const float *x, float *y) {
    for (int i = 0; i < 2; i++)
        *y += x[i];
}

void last_group(const unsigned *x, unsigned *part, unsigned *count, unsigned *y) {
    *y = 0;
    for (int g = 0; g < 4; g++) {
        part[g] = x[g] + 1;
        *y += part[g];
    }
    *count += 4;
}

void found(const int *x, int *y) {
    for (int i = 0; i < 8; i++)
        if (x[i] < 0)
            *y = 1;
}

void found_last(const int *x, int *y) {
    for (int i = 0; i < 8; i++)
        if (x[i] < 0)
            *y = i;
}

void found_at(const int *x, int *y) {
    for (int i = 0; i < 8; i++)
        if (x[i] < 0 && y[0]++ == 0)
            y[1] = i;
    y[0] = y[0] > 0;
}
