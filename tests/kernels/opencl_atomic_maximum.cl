// simdiff: kernel --kernel largest --global 1 --cflags -cl-std=CL2.0 --arg x=in:i32[1] --arg m=inout:i32[1] => clean
// simdiff: kernel --kernel largest --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] => undecided "in which order"
// simdiff: kernel --kernel largest --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => clean
// simdiff: kernel --kernel kept_in_group --global 4 --local 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => clean
// simdiff: kernel --kernel tried_once --global 1 --cflags -cl-std=CL2.0 --arg x=in:i32[1] --arg m=inout:i32[1] => undecided "a failure for no reason"
// simdiff: kernel --kernel stale --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] => undecided "in which order"
// simdiff: kernel --kernel compared --global 1 --cflags -cl-std=CL2.0 --arg x=in:i32[1] --arg m=inout:i32[1] => clean
//
// Maxima by compare and exchange: what is tried again, and the condition before it.

#define ITEM const int v = x[get_global_id(0)]
#define NOW atomic_load_explicit(m, memory_order_relaxed, memory_scope_device)
#define EXCHANGE(e, v) atomic_compare_exchange_weak_explicit(m, e, v, memory_order_relaxed, \
    memory_order_relaxed, memory_scope_device)

kernel void largest(global const int *x, global atomic_int *m)
{
    ITEM;
    int e = NOW;
    while (e < v && !EXCHANGE(&e, v)) {
    }
}

kernel void least(global const int *x, global atomic_int *m)
{
    ITEM;
    int e = NOW;
    while (v < e && !EXCHANGE(&e, v)) {
    }
}

kernel void left_inside(global const int *x, global atomic_int *m)
{
    ITEM;
    int e = NOW;
    do {
        if (e >= v) break;
    } while (!EXCHANGE(&e, v));
}

kernel void left_twice(global const int *x, global atomic_int *m)
{
    ITEM;
    int e = NOW;
    for (;;) {
        if (!(e < v)) return;
        if (EXCHANGE(&e, v)) break;
    }
}

// The condition is asked before the loop and at its end: that it held before is not followed.
kernel void asked_behind(global const int *x, global atomic_int *m)
{
    ITEM;
    int e = NOW;
    if (e < v) {
        do {
        } while (!EXCHANGE(&e, v) && v > e);
    }
}

kernel void read_anew(global const int *x, global atomic_int *m)
{
    ITEM;
    int e;
    while ((e = NOW) < v && !EXCHANGE(&e, v)) {
    }
}

static bool raise(global atomic_int *m, int v)
{
    int e = NOW;
    while (e < v) {
        if (EXCHANGE(&e, v)) return true;
    }
    return false;
}

kernel void by_function(global const int *x, global atomic_int *m)
{
    ITEM;
    raise(m, v);
}

// Every item has all elements.
kernel void largest_of_all(global const int *x, global atomic_int *m)
{
    for (int i = 0; i < 4; i++) {
        int e = NOW;
        while (e < x[i] && !EXCHANGE(&e, x[i])) {
        }
    }
}

kernel void kept_in_group(global const int *x, global atomic_int *m)
{
    ITEM;
    int e = atomic_load_explicit(m, memory_order_relaxed, memory_scope_work_group);
    while (e < v && !atomic_compare_exchange_weak_explicit(m, &e, v, memory_order_relaxed,
        memory_order_relaxed, memory_scope_work_group)) {
    }
}

kernel void compared(global const int *x, volatile global int *m)
{
    ITEM;
    int e;
    while ((e = *m) < v && atomic_cmpxchg(m, e, v) != e) {
    }
}

// Wrong: the least one.
kernel void backwards(global const int *x, global atomic_int *m)
{
    ITEM;
    int e = NOW;
    while (e > v && !EXCHANGE(&e, v)) {
    }
}

// Wrong: negative numbers are large.
kernel void without_sign(global const int *x, global atomic_int *m)
{
    ITEM;
    int e = NOW;
    while ((uint)e < (uint)v && !EXCHANGE(&e, v)) {
    }
}

// Wrong: something else is stored.
kernel void stores_other(global const int *x, global atomic_int *m)
{
    ITEM;
    int e = NOW;
    while (e < v && !EXCHANGE(&e, v & 0x7fffffff)) {
    }
}

// Wrong: an item whose only try fails changes nothing.
kernel void tried_once(global const int *x, global atomic_int *m)
{
    ITEM;
    int e = NOW;
    if (e < v) EXCHANGE(&e, v);
}

kernel void tried_twice(global const int *x, global atomic_int *m)
{
    ITEM;
    int e = NOW;
    for (int i = 0; i < 2 && e < v; i++) {
        if (EXCHANGE(&e, v)) break;
    }
}

// Wrong: after a failure the condition is the opposite one.
kernel void left_by_condition(global const int *x, global atomic_int *m)
{
    ITEM;
    int e = NOW;
    if (e >= v) return;
    do {
        if (EXCHANGE(&e, v)) break;
    } while (e >= v);
}

// Wrong: the second condition need not hold at first.
kernel void asked_only_behind(global const int *x, global atomic_int *m)
{
    ITEM;
    int e = NOW;
    do {
    } while (!EXCHANGE(&e, max(e, v)) && e > 0);
}

// Wrong: the next try is another one.
kernel void lowered(global const int *x, global atomic_int *m)
{
    int v = x[get_global_id(0)], e = NOW;
    while (e < v && !EXCHANGE(&e, v)) v = v / 2;
}

// Wrong: a failure marks that nothing remains to do.
kernel void skipped(global const int *x, global atomic_int *m)
{
    ITEM;
    int e = NOW;
    bool has_failed = false;
    while (e < v) {
        if (has_failed || EXCHANGE(&e, v)) break;
        has_failed = true;
    }
}

// The number of tries is open.
kernel void counted(global const int *x, global atomic_int *m, global int *tries)
{
    ITEM;
    int e = NOW;
    tries[get_global_id(0)] = 0;
    while (e < v) {
        ++tries[get_global_id(0)];
        if (EXCHANGE(&e, v)) break;
    }
}

// The number of tries is open, in memory of the item.
kernel void counted_in_memory(global const int *x, global atomic_int *m, global int *tries)
{
    ITEM;
    int e = NOW, counts[2] = { 0, 0 };
    while (e < v) {
        ++counts[v & 1];
        if (EXCHANGE(&e, v)) break;
    }
    tries[get_global_id(0)] = counts[v & 1];
}

// Only right if no other item changes the maximum.
kernel void stale(global const int *x, global atomic_int *m)
{
    ITEM;
    const int e = NOW;
    while (e < v) {
        int seen = e;
        if (EXCHANGE(&seen, v)) break;
    }
}
