// simdiff: check --reference affine --port affine_by_rows => equivalent "b=in:float[4][4]"
// simdiff: check --reference affine --port affine_beyond => defect
// Of each row some columns are read; the last row is there as a whole.

typedef float matrix[4][4];

float affine(matrix b)
{
    float s = 0;
    for (int c = 0; c < 4; c++) s += b[c][0] + b[c][1] + b[c][2];
    return s;
}

float affine_by_rows(matrix b)
{
    float s = 0, last = b[3][3];
    for (int c = 0; c < 4; c++) {
        const float *row = b[c];
        s += row[0] + row[1] + row[2];
    }
    return last < 0 ? s : s;
}

float affine_beyond(matrix b)
{
    float s = affine(b), more = b[4][0];
    return more < 0 ? s : s;
}
