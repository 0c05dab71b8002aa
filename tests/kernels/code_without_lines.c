// simdiff: check --reference filled --port filled_but_one --cflags -g0 --arg 'd=out:i32[n]' => undecided "code of `filled_but_one`"
// simdiff: check --reference filled --port filled_back --cflags -g0 --arg 'd=out:i32[n]' => equivalent
// What no size reached is said where the compiler recorded no lines, too.

void filled(int *d, int n)
{
    for (int i = 0; i < n; i++) d[i] = 3;
}
void filled_but_one(int *d, int n)
{
    int k = n == 77777777 ? 4 : 3;
    for (int i = 0; i < n; i++) d[i] = k;
}
void filled_back(int *d, int n)
{
    for (int i = n - 1; i >= 0; i--) d[i] = 3;
}
