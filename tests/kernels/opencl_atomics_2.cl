// OpenCL C 2.0: atomic types, with orders.
__kernel void total_items(__global const uint *x, volatile __global atomic_uint *y) {
    atomic_fetch_add_explicit(y, x[get_global_id(0)], memory_order_relaxed);
}

__kernel void least_items(__global const int *x, volatile __global atomic_int *y) {
    atomic_fetch_min(y, x[get_global_id(0)]);
}

// What the first item writes is there for the second one if that sees the flag.
__kernel void handed_on_items(__global const int *x, __global int *data,
    volatile __global atomic_int *flag, __global int *y) {
    if (get_global_id(0) == 0) {
        *data = *x;
        atomic_store_explicit(flag, 1, memory_order_release);
    } else if (atomic_load_explicit(flag, memory_order_acquire) == 1) {
        *y = *data;
    }
}

// No order: nothing is handed on.
__kernel void handed_on_relaxed(__global const int *x, __global int *data,
    volatile __global atomic_int *flag, __global int *y) {
    if (get_global_id(0) == 0) {
        *data = *x;
        atomic_store_explicit(flag, 1, memory_order_relaxed);
    } else if (atomic_load_explicit(flag, memory_order_relaxed) == 1) {
        *y = *data;
    }
}

// One item alone may do as it likes.
__kernel void own_items(__global const int *x, volatile __global atomic_int *y) {
    size_t i = get_global_id(0);
    atomic_init(&y[i], x[i]);
    int old = atomic_fetch_add(&y[i], 3);
    int expected = old + 3;
    if (atomic_compare_exchange_strong(&y[i], &expected, 2 * old))
        atomic_fetch_xor(&y[i], 1);
    atomic_exchange(&y[i], atomic_load(&y[i]) ^ 5);
}

__kernel void averaged_items(__global const int *x, __global int *y) {
    int i = get_global_id(0);
    y[i] = x[i] - work_group_reduce_add(x[i]);
}

__kernel void before_items(__global const uint *x, __global uint *y) {
    y[get_global_id(0)] = work_group_scan_exclusive_max(x[get_global_id(0)]);
}

__kernel void positive_items(__global const int *x, __global int *y) {
    int i = get_global_id(0);
    y[i] = work_group_all(x[i] > 0) ? 2 : work_group_any(x[i] > 0) ? 1 : 0;
}

// How large what is true is nobody knows.
__kernel void positive_number_items(__global const int *x, __global int *y) {
    int i = get_global_id(0);
    y[i] = 1 + work_group_all(x[i] > 0);
}

__kernel void third_items(__global const float *x, __global float *y) {
    int i = get_global_id(0);
    y[i] = x[i] - work_group_broadcast(x[i], 2);
}

// Each names itself.
__kernel void third_wrong(__global const float *x, __global float *y) {
    int i = get_global_id(0);
    y[i] = x[i] - work_group_broadcast(x[i], get_local_id(0));
}

// Not all come to the function.
__kernel void averaged_wrong(__global const int *x, __global int *y) {
    int i = get_global_id(0);
    if (x[0] == 77 && get_local_id(0) == 1)
        y[i] = 0;
    else
        y[i] = x[i] - work_group_reduce_add(x[i]);
}
