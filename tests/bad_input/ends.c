int total(const int *p, const int *q)
{
    int s = 0;
    for (; p != q; p++) s ^= *p;
    return s;
}

int total_by_four(const int *p, const int *q)
{
    int s = 0;
    for (; q - p >= 4; p += 4) s ^= p[0] ^ p[1] ^ p[2] ^ p[3];
    for (; p != q; p++) s ^= *p;
    return s;
}
