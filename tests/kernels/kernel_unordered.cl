// simdiff: kernel --kernel sorted --global 8 --local 8 --arg x=inout:i32[8] => clean
// simdiff: kernel --kernel fenced --global 8 --local 8 --arg x=inout:i32[8] => defect race "fenced.t"
// simdiff: kernel --kernel late --global 8 --local 8 --arg x=inout:i32[8] => defect race "late.t"
// simdiff: kernel --kernel indexed --global 8 --local 8 --arg x=inout:i32[8] => defect race "indexed.t"
// simdiff: kernel --kernel unwritten --global 8 --local 8 --arg x=inout:i32[8] => defect undefined-branch "unwritten.t"
// Items that branch on what others have yet to write: a race, of which the unwritten value is a
// consequence. Where nobody writes it, the value is the defect.
#define STEPS(MEET)                                                                     \
    int l = get_local_id(0);                                                            \
    t[l] = x[l];                                                                        \
    MEET;                                                                               \
    for (int k = 2; k <= 8; k *= 2)                                                     \
        for (int j = k / 2; j > 0; j /= 2) {                                            \
            int p = l ^ j;                                                              \
            if (p > l) {                                                                \
                int a = t[l], b = t[p];                                                 \
                if ((a > b) == ((l & k) == 0)) {                                        \
                    t[l] = b;                                                           \
                    t[p] = a;                                                           \
                }                                                                       \
            }                                                                           \
            MEET;                                                                       \
        }                                                                               \
    x[l] = t[l];

__kernel void sorted(__global int *x) {
    __local int t[8];
    STEPS(barrier(CLK_LOCAL_MEM_FENCE))
}
__kernel void fenced(__global int *x) {
    __local int t[8];
    STEPS(mem_fence(CLK_LOCAL_MEM_FENCE))
}
__kernel void late(__global int *x) {
    __local int t[8];
    int l = get_local_id(0);
    t[l] = x[l];
    int other = t[(l + 1) & 7];
    if (other < 0) other = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    x[l] = other;
}
__kernel void indexed(__global int *x) {
    __local int t[8];
    int l = get_local_id(0);
    t[l] = (l + 3) & 7;
    x[t[(l + 1) & 7]] = l;
}
__kernel void unwritten(__global int *x) {
    __local int t[9];
    int l = get_local_id(0);
    t[l] = x[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[l] = t[l + 1] > 0;
    if (t[8] > 0) x[l] = 2;
}
