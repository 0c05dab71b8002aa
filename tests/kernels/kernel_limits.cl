// simdiff: kernel --kernel turned --global 256 --local 256 => clean
// simdiff: kernel --kernel turned --global 512 --local 512 => clean "the device takes work-groups of 512 work-items"
// simdiff: kernel --kernel spread --global 2 --local 2 => clean "the device has 40000 bytes of local memory, where the standard guarantees 32768"
// simdiff: kernel --kernel given --global 2 --local 2 --arg 't=local:i32[9000]' => clean "the device has 36000 bytes of local memory"
// simdiff: kernel --kernel given --global 2 --local 2 --arg 't=local:i32[2]' => clean
// What a launch needs of its device beyond what the standard guarantees is said in the verdict.

__kernel void turned(__global int *y) {
    y[get_global_id(0)] = (int)(get_local_size(0) - get_local_id(0));
}
__kernel void spread(__global int *y) {
    __local int t[10000];
    size_t i = get_local_id(0);
    t[i * 5000] = (int)i;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = t[(1 - i) * 5000];
}
__kernel void given(__local int *t, __global int *y) {
    size_t i = get_local_id(0);
    t[i] = (int)i;
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = t[1 - i];
}
