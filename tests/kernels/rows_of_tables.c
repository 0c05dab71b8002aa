// simdiff: check --reference filled --port filled_large => undecided "n = 60000"
// simdiff: check --reference filled --port filled_larger => undecided "above 16777216"
// simdiff: check --reference filled --port filled_walking => different "n = 777"
// simdiff: check --reference filled --port filled_by_multiples => different "n = 900"
// simdiff: check --reference filled --port filled_by_search => different "n = 778"
// simdiff: check --reference filled --port filled_right => equivalent
// Every row of a constant table is tried, however the code compares it with sizes.

static void fill(int *d, int n, int value)
{
    for (int i = 0; i < n; i++) d[i] = value;
}
void filled(int *d, int n) { fill(d, n, 3); }

void filled_large(int *d, int n)
{
    static const unsigned short table[] = {4, 8, 60000, 3};
    int k = 3;
    for (int i = 0; i < 4; i++)
        if (n == table[i]) k = i == 2 ? 4 : 3;
    fill(d, n, k);
}
void filled_larger(int *d, int n)
{
    static const struct { int n, k; } table[] = {{4, 3}, {77777777, 4}, {900, 3}};
    int k = 3;
    for (int i = 0; i < 3; i++)
        if (table[i].n == n) {
            k = table[i].k;
            break;
        }
    fill(d, n, k);
}
void filled_walking(int *d, int n)
{
    static const int table[] = {4, 8, 777, 3, -1};
    int k = 3;
    for (const int *p = table; *p >= 0; p++)
        if (*p == n) k = p - table == 2 ? 4 : 3;
    fill(d, n, k);
}
void filled_by_multiples(int *d, int n)
{
    static const int table[] = {16, 32, 777, 900};
    int k = 3;
    for (int i = 0; i < 4; i++)
        if (n % table[i] == 0 && n > 0) k = i == 3 ? 4 : 3;
    fill(d, n, k);
}
void filled_by_search(int *d, int n)
{
    static const int table[] = {4, 8, 777, 900};
    int low = 0, high = 4;
    while (low < high) {
        int middle = (low + high) / 2;
        if (table[middle] < n) low = middle + 1;
        else high = middle;
    }
    fill(d, n, low == 3 ? 4 : 3);
}
void filled_right(int *d, int n)
{
    static const int table[] = {4, 8, 777, 900};
    int k = 2;
    for (int i = 0; i < 4; i++)
        if (n % table[i] == 0) k = 3;
    fill(d, n, k == 2 ? 3 : k);
}
