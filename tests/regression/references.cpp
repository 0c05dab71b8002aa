// Functions that return references: wrong, unless RIGHT is defined.
#ifdef RIGHT
#define BUG(right, wrong) right
#else
#define BUG(right, wrong) wrong
#endif

int &pick(int *a, int n)
{
    return a[n > 3 ? 1 : 0];
}

int &pick_port(int *a, int n)
{
    return a[n > BUG(3, 2) ? 1 : 0];
}

const int &larger(const int &a, const int &b)
{
    return a < b ? b : a;
}

const int &larger_port(const int &a, const int &b)
{
    return a BUG(<, <=) b ? b : a;
}
