int total(const int *p, const int *q)
{
    int s = 0;
    for (; p != q; p++) s ^= *p;
    return s;
}
