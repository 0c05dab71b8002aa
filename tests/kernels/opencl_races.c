// simdiff: check opencl_races.cl --reference rotate_left --port rotate_fenced --global 8 --local 8 --arg y=inout:f32[8] => equivalent
// simdiff: check opencl_races.cl --reference rotate_left --port rotate_fenced --global 8 --local 4 --arg y=inout:f32[8] => defect race
// simdiff: check opencl_races.cl --reference rotate_left --port rotate_unfenced --global 8 --local 8 --arg y=inout:f32[8] => defect race "ThreadSanitizer: data race, where a barrier orders the memory that its flags fence"
// simdiff: check opencl_races.cl --reference rotate_left --port rotate_unfenced --global 8 --local 8 --arg y=inout:f32[8] --assume-race-free => equivalent "no two work-items race"
// simdiff: check opencl_races.cl --reference total --port total_atomic --global 8 --arg x=in:u32[8] --arg y=inout:u32[1] => equivalent
// simdiff: check opencl_races.cl --reference copy --port copy_bytes --global 8 --arg x=in:u8[8] --arg y=out:u8[8] => equivalent
// simdiff: check opencl_races.cl --reference copy --port copy_overlapping --global 7 --arg x=in:u8[8] --arg y=out:u8[8] => equivalent "work-items write one value to one place"
void rotate_left(float *y) {
    float first = y[0];
    for (int i = 0; i < 7; i++)
        y[i] = y[i + 1];
    y[7] = first;
}

void total(const unsigned *x, unsigned *y) {
    for (int i = 0; i < 8; i++)
        *y += x[i];
}

void copy(const unsigned char *x, unsigned char *y) {
    for (int i = 0; i < 8; i++)
        y[i] = x[i];
}
