int total(const int *p, const int *end)
{
    int s = 0;
    for (; p != end; p++) s ^= *p;
    return s;
}
