// simdiff: kernel --kernel next --global 4 --local 4 --arg x=in:i32[4] => defect out-of-bounds-read
// An inline helper of a kernel that is not static.

inline int further(int i) { return i + 1; }

kernel void next(global const int *x, global int *y)
{
    int i = get_global_id(0);
    y[i] = x[further(i)];
}
