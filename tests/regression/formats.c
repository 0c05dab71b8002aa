// Floats of every format: wrong, unless RIGHT is defined.
#ifdef RIGHT
#define BUG(right, wrong) right
#else
#define BUG(right, wrong) wrong
#endif

void extended(const long double *x, long double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * 2;
}

void extended_port(const long double *x, long double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * BUG(2, 3);
}

long double doubled(long double x)
{
    return x * 2;
}

long double doubled_port(long double x)
{
    return x * BUG(2, 3);
}

void negated(const _Float16 *x, _Float16 *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = -x[i];
}

void negated_port(const _Float16 *x, _Float16 *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = BUG(-, +) x[i];
}

void thirds(const _Float16 *x, _Float16 *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * (_Float16)0.333;
}

void thirds_port(const _Float16 *x, _Float16 *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * (_Float16)BUG(0.333, 0.34);
}

#ifdef __clang__
/* As bfloat16, both numbers are finite; as halves, they would be NaNs. */
void large(__bf16 *y)
{
    unsigned short bits = 0x7f00;
    __builtin_memcpy(y, &bits, 2);
}

void large_port(__bf16 *y)
{
    unsigned short bits = BUG(0x7f00, 0x7e00);
    __builtin_memcpy(y, &bits, 2);
}
#endif
