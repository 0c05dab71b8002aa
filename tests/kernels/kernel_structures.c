// simdiff: check kernel_structures.cl --reference blend --port blend_kernel --global '(p.w*p.h+3)/4*4' --size 'p.w=0..3,p.h=1..3' => equivalent
// simdiff: check kernel_structures.cl --reference blend --port blend_wider --global '(p.w*p.h+3)/4*4' --size 'p.w=0..3,p.h=1..3' => different
// A structure of sizes that both sides take by value.

struct params {
    int w, h;
    float gain;
};

void blend(const float *a, float *y, struct params p)
{
    for (int i = 0; i < p.w * p.h; i++) y[i] = a[i] * p.gain;
}
