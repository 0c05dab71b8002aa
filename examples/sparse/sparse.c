// simdiff: check sparse.cl --reference multiply --port multiply_rows --global 3 --arg 'rows=in:i32[4] in 0..4' --arg 'columns=in:u8[4] in 0..2' --arg 'values=in:i32[4]' --arg 'x=in:i32[3]' --arg 'y=out:i32[3]' --undefined note => equivalent
// simdiff: check sparse.cl --reference multiply --port multiply_early --global 3 --arg 'rows=in:i32[4] in 0..4' --arg 'columns=in:u8[4] in 0..2' --arg 'values=in:i32[4]' --arg 'x=in:i32[3]' --arg 'y=out:i32[3]' --undefined note => different
// A matrix of three rows with four entries at most, compressed by rows.
void multiply(const int *rows, const unsigned char *columns, const int *values, const int *x,
              int *y) {
    for (int i = 0; i < 3; i++) {
        unsigned sum = 0;
        for (int k = 0; k < 4; k++)
            if (k >= rows[i] && k < rows[i + 1])
                sum += (unsigned)values[k] * (unsigned)x[columns[k]];
        y[i] = sum;
    }
}
