// A histogram of each group in local memory, added to that of the launch. The counters of a group
// must be cleared, all of them, and counted atomically.
#define COUNT(CLEAR, STEP)                                                              \
    __local uint counts[16];                                                            \
    int l = get_local_id(0), size = get_local_size(0), i = get_global_id(0);            \
    CLEAR;                                                                              \
    barrier(CLK_LOCAL_MEM_FENCE);                                                       \
    if (i < n) STEP;                                                                    \
    barrier(CLK_LOCAL_MEM_FENCE);                                                       \
    for (int k = l; k < 16; k += size) atomic_add(&h[k], counts[k]);
#define ALL for (int k = l; k < 16; k += size) counts[k] = 0

__kernel void local_counts(__global const uchar *x, __global uint *h, int n) {
    COUNT(ALL, atomic_inc(&counts[x[i] >> 4]))
}
__kernel void half_cleared(__global const uchar *x, __global uint *h, int n) {
    COUNT(counts[l] = 0, atomic_inc(&counts[x[i] >> 4]))
}
__kernel void not_atomic(__global const uchar *x, __global uint *h, int n) {
    COUNT(ALL, counts[x[i] >> 4]++)
}
__kernel void low_bits(__global const uchar *x, __global uint *h, int n) {
    COUNT(ALL, atomic_inc(&counts[x[i] & 15]))
}
