// simdiff: check --reference blend --port blend_halved --arg mask=const:0 --size n=3 => different
// An optional parameter is null in both runs, symbolic and native.
void blend(unsigned char *dst, const unsigned char *mask, int n) {
    for (int i = 0; i < n; i++) dst[i] = mask ? dst[i] & mask[i] : dst[i];
}

void blend_halved(unsigned char *dst, const unsigned char *mask, int n) {
    for (int i = 0; i < n; i++) dst[i] = mask ? dst[i] & mask[i] : dst[i] / 2;
}
