// simdiff: check group_copy.cl --reference shift --port shift_apart --global 16 --local 4 --arg 'x=in:i32[16]' --arg 'y=out:i32[16]' => equivalent
// simdiff: check group_copy.cl --reference shift_in_place --port shift_fenced --global 16 --local 16 --arg 'x=inout:i32[16]' => equivalent
// simdiff: check group_copy.cl --reference shift_in_place --port shift_fenced --global 16 --local 4 --arg 'x=inout:i32[16]' => defect race
void shift(const int *x, int *y) {
    for (int i = 0; i < 16; i++)
        y[i] = x[(i + 4) % 16];
}

void shift_in_place(int *x) {
    int first[4];
    for (int i = 0; i < 4; i++)
        first[i] = x[i];
    for (int i = 0; i < 12; i++)
        x[i] = x[i + 4];
    for (int i = 0; i < 4; i++)
        x[12 + i] = first[i];
}
