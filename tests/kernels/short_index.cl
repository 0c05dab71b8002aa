/* An index of 16 bits, which only a launch of more items than it counts shows. */
kernel void sums_short(global const int *a, global int *b, int n)
{
    ushort i = get_global_id(0);
    int sum = 0;
    for (int k = 0; k < 8; k++)
        sum += a[i] >> k;
    b[i] = sum;
}
