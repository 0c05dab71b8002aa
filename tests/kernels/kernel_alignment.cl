// simdiff: kernel --kernel floats --global 4 --arg 'x=in:u8[40] align:4' => clean
// simdiff: kernel --kernel bytes --global 4 --arg x=in:u8[40] => clean
// simdiff: kernel --kernel through_cast --global 4 --arg x=in:u8[40] => defect misaligned-access
// simdiff: kernel --kernel loaded --global 4 --arg x=in:u8[40] => defect misaligned-access
// simdiff: kernel --kernel stored --global 4 --arg y=out:u8[40] => defect misaligned-access
// simdiff: kernel --kernel one_half --global 4 --arg x=in:u8[40] => defect misaligned-access
// simdiff: kernel --kernel aligned_half --global 4 --arg 'x=in:u8[40] align:8' => defect misaligned-access
// vloadn and vstoren need the alignment of an element, vloada_half that of the whole vector: a cast
// of a pointer to bytes does not give it.
#define G get_global_id(0)

__kernel void bytes(__global const uchar *x, __global int *y) {
    uchar4 four = vload4(0, x + 4 * G + 1);
    y[G] = as_int(four);
}
__kernel void floats(__global const uchar *x, __global float *y) {
    vstore2(vload2(G, (__global const float *)x), G, y);
}
__kernel void through_cast(__global const uchar *x, __global int *y) {
    y[G] = *(__global const int *)(x + 4 * G + 1);
}
__kernel void loaded(__global const uchar *x, __global int *y) {
    vstore4(vload4(0, (__global const int *)(x + 4 * G + 1)), G, y);
}
__kernel void stored(__global uchar *y) {
    vstore2((short2)(1, 2), G, (__global short *)(y + 1));
}
__kernel void one_half(__global const uchar *x, __global float *y) {
    y[G] = vload_half(G, (__global const half *)(x + 1));
}
__kernel void aligned_half(__global const uchar *x, __global float *y) {
    vstore4(vloada_half4(G, (__global const half *)(x + 4)), G, y);
}
