// simdiff: check --reference transposed --port transposed_by_columns => equivalent "a=in:f32[h*w]"
// simdiff: check --reference transposed --port transposed_square => different
// Arrays whose rows have a variable length (C99) lie in memory row after row.

void transposed(int h, int w, const float a[h][w], float b[w][h])
{
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++) b[j][i] = a[i][j];
}

void transposed_by_columns(int h, int w, const float a[h][w], float b[w][h])
{
    const float *from = &a[0][0];
    float *to = &b[0][0];
    for (int j = 0; j < w; j++)
        for (int i = 0; i < h; i++) to[j * h + i] = from[i * w + j];
}

void transposed_square(int h, int w, const float a[h][w], float b[w][h])
{
    const float *from = &a[0][0];
    float *to = &b[0][0];
    for (int j = 0; j < w; j++)
        for (int i = 0; i < h; i++) to[j * h + i] = i < j ? from[j * h + i] : from[i * w + j];
}
