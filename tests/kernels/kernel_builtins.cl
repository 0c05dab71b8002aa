// simdiff: kernel --kernel stored_past --global 4 => defect out-of-bounds-write
// simdiff: kernel --kernel loaded_past --global 4 => defect out-of-bounds-read
// simdiff: kernel --kernel loaded_within --global 4 => clean
// simdiff: kernel --kernel split_past --global 4 --arg x=in:f32[4] --arg y=out:f32[4] --arg e=out:i32[3] => defect out-of-bounds-write
// simdiff: kernel --kernel counted_between --global 8 --arg c=inout:u32[2] => undecided suspected-misaligned-access
// simdiff: kernel --kernel narrow --global 8 --local 4 --cflags=-cl-std=CL2.0 => defect race "atomically within its group"
// simdiff: kernel --kernel narrow --global 4 --local 4 --cflags=-cl-std=CL2.0 => clean
// simdiff: kernel --kernel narrow_local --global 8 --local 4 --cflags=-cl-std=CL2.0 => clean
// simdiff: kernel --kernel wide --global 8 --local 4 --cflags=-cl-std=CL2.0 => clean
// What builtin functions do with the pointers that a kernel gives them.
__kernel void stored_past(__global int *y) {
    int three[3] = {1, 2, 3};
    vstore4((int4)((int)get_global_id(0)), 0, three);
    y[get_global_id(0)] = three[0];
}

__kernel void loaded_past(__global int *y) {
    int three[3] = {1, 2, 3};
    y[get_global_id(0)] = vload4(0, three).x;
}

__kernel void loaded_within(__global int *y) {
    int four[4] = {1, 2, 3, 4};
    y[get_global_id(0)] = vload4(0, four).w;
}

__kernel void split_past(__global const float *x, __global float *y, __global int *e) {
    int i = get_global_id(0);
    y[i] = frexp(x[i], e + i);
}

__kernel void counted_between(__global uint *c) {
    atomic_inc((volatile __global uint *)((__global uchar *)c + 1));
}

#if __OPENCL_C_VERSION__ >= 200
// Items of two groups are atomic to each other only in a scope that has both.
__kernel void narrow(__global atomic_int *y) {
    atomic_fetch_add_explicit(y, 1, memory_order_relaxed, memory_scope_work_group);
}

__kernel void narrow_local(__global int *y) {
    __local atomic_int sum;
    if (get_local_id(0) == 0)
        atomic_init(&sum, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&sum, 1, memory_order_relaxed, memory_scope_work_group);
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = atomic_load(&sum);
}

__kernel void wide(__global atomic_int *y) {
    atomic_fetch_add_explicit(y, 1, memory_order_relaxed, memory_scope_device);
}
#endif
