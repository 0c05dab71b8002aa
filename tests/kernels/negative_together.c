// simdiff: check --reference clear --port clear_whole => different "w = -"
// simdiff: check --reference clear --port clear_whole_checked => equivalent
// The product of two negative sizes is positive.

void clear(unsigned char *d, int w, int h)
{
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) d[y * w + x] = 0;
}
void clear_whole(unsigned char *d, int w, int h)
{
    for (int k = 0; k < w * h; k++) d[k] = 0;
}
void clear_whole_checked(unsigned char *d, int w, int h)
{
    if (w <= 0 || h <= 0) return;
    for (int k = 0; k < w * h; k++) d[k] = 0;
}
