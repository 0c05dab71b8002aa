// simdiff: kernel --kernel unwritten --global 4 --local 4 => defect uninitialised-output "a printed value"
// simdiff: kernel --kernel sum --global 4 --local 4 => defect uninitialised-output "a printed value"
// simdiff: kernel --kernel written --global 4 --local 4 => clean
// simdiff: kernel --kernel types --global 4 --local 4 --arg x=in:f32[4] => clean
// simdiff: kernel --kernel float_as_int --global 2 --local 1 --arg x=in:f32[2] => defect format-mismatch "an integer of 32 bits is demanded; given: a float"
// simdiff: kernel --kernel int_as_float --global 2 --local 1 --arg x=in:f32[2] => defect format-mismatch "a float is demanded; given: an integer of 32 bits"
// simdiff: kernel --kernel size_as_int --global 2 --local 1 => defect format-mismatch "given: an integer of 64 bits"
// simdiff: kernel --kernel none --global 2 --local 1 => defect format-mismatch "given: there is none"
// simdiff: kernel --kernel vector --global 2 --local 1 --arg x=in:f32[8] => defect format-mismatch "given: a vector"
// simdiff: kernel --kernel sometimes --global 4 --local 4 --arg x=in:i32[4] => defect format-mismatch
// What printf of a kernel is given: values that something wrote, each of the type that its
// conversion demands.

__kernel void unwritten(__global const int *x) {
    int t[2];
    t[0] = x[get_global_id(0)];
    printf("%d\n", t[1]);
}

__kernel void sum(__global const int *x) {
    int t[4], s = 0;
    for (int i = 0; i < 3; i++) t[i] = x[i];
    for (int i = 0; i < 4; i++) s += t[i];
    printf("%d\n", s);
}

__kernel void written(__global const int *x) {
    int t[2];
    t[0] = t[1] = x[get_global_id(0)];
    printf("%d %d\n", t[0], t[1]);
}

__kernel void types(__global const float *x) {
    size_t i = get_global_id(0);
    char c = 'a' + i;
    float4 v = x[i];
    printf("%lu %d%% %*d %5.1f %c %hhd %p %s %v4hlf %x\n", i, (int)i, 3, c, x[i], c, c, x, "end", v, 7u);
}

__kernel void float_as_int(__global const float *x) {
    printf("%d\n", x[get_global_id(0)]);
}

__kernel void int_as_float(__global const float *x) {
    printf("%f %f\n", x[0], (int)x[get_global_id(0)] > 2);
}

__kernel void size_as_int(__global int *out) {
    out[get_global_id(0)] = 1;
    printf("item %d\n", get_global_id(0));
}

__kernel void none(__global int *out) {
    out[get_global_id(0)] = 1;
    printf("%d %d\n", 1);
}

__kernel void vector(__global const float4 *x) {
    printf("%f\n", x[get_global_id(0)]);
}

__kernel void sometimes(__global const int *x) {
    size_t i = get_global_id(0);
    if (x[i] == 77) printf("%d\n", (long)x[i]);
}
