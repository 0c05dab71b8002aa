// simdiff: kernel --kernel values --global 2 --local 1 --arg n=i32 --arg x=f32 => clean
// simdiff: kernel --kernel result --global 1 --local 1 --arg out=out:i32[1] --arg n=i32 => clean
// simdiff: check --reference zero --port result --global 1 --local 1 --arg out=out:i32[1] --arg n=i32 => equivalent
// printf of OpenCL C prints vectors, and returns zero.

__kernel void values(int n, float x, float4 v, uchar3 b, double2 d) {
    printf("%d %5.2f %.2v4hlf\n", n, x, v);
    printf("%v3hhu and %v2lf, %s\n", b, d, "done");
}

__kernel void result(__global int *out, int n) {
    out[0] = printf("n = %d\n", n);
}

__kernel void zero(__global int *out, int n) {
    out[0] = 0;
}
