// simdiff: kernel --kernel corner --global 1 --arg m=const:512 => clean
// simdiff: kernel --kernel corner --global 1 --arg m=const:512 --arg c=inout:f64[262143] => defect out-of-bounds-write
// simdiff: kernel --kernel before --global 1 --arg m=const:512 => defect out-of-bounds-write "before its start"
// simdiff: kernel --kernel parts --global 2 => clean
// simdiff: kernel --kernel named --global 2 => defect race
// simdiff: kernel --kernel picked --global 2 --arg t=[1024] => defect out-of-bounds-read
// A buffer that is reached at once far behind its start, and structures passed in parts.

__kernel void corner(__global double *c, int m) {
    c[(m - 1) * m + (m - 1)] = 1.0;
}

__kernel void before(__global double *c, int m) {
    c[m - 600] = 1.0;
}

struct triple {
    int a, b, c;
};

static struct triple turned(struct triple t) {
    return (struct triple){t.b, t.c, t.a};
}

__kernel void parts(__global struct triple *out) {
    struct triple t = {1, 2, 3};
    out[get_global_id(0)] = turned(t);
}

// Any index, in elements of twelve bytes.
__kernel void picked(__global const struct triple *t, __global const long *at, __global int *y) {
    int i = get_global_id(0);
    y[i] = t[at[i]].b;
}

// A buffer that is called as a variable of the library.
__kernel void named(__global int *simdiff_item) {
    simdiff_item[0] = get_global_id(0);
}
