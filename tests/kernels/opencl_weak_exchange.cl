// simdiff: kernel --kernel summed_once --global 4 --cflags -cl-std=CL2.0 --arg x=in:u32[4] --arg y=inout:u32[1] => undecided "a failure for no reason"
//
// A weak exchange may fail for no reason: all the same if it is tried again likewise.

kernel void summed(global const uint *x, volatile global atomic_uint *y)
{
    uint old = atomic_load(y), next;
    do {
        next = old + x[get_global_id(0)];
    } while (!atomic_compare_exchange_weak(y, &old, next));
}

static void add(volatile atomic_uint *y, uint x)
{
    uint old = atomic_load_explicit(y, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(y, &old, old + x, memory_order_acq_rel,
        memory_order_relaxed, memory_scope_device)) {
    }
}

kernel void summed_by_function(global const uint *x, volatile global atomic_uint *y)
{
    add(y, x[get_global_id(0)]);
}

// Reads the old value anew each time.
kernel void summed_anew(global const uint *x, volatile global atomic_uint *y)
{
    for (;;) {
        uint old = atomic_load(y);
        if (atomic_compare_exchange_weak(y, &old, old + x[get_global_id(0)])) break;
    }
}

kernel void summed_wrong(global const uint *x, volatile global atomic_uint *y)
{
    uint old = atomic_load(y);
    while (!atomic_compare_exchange_weak(y, &old, old + (x[get_global_id(0)] & 0x7fffffff))) {
    }
}

// An item whose only try fails adds nothing.
kernel void summed_once(global const uint *x, volatile global atomic_uint *y)
{
    uint old = atomic_load(y);
    atomic_compare_exchange_weak(y, &old, old + x[get_global_id(0)]);
}

// The number of tries is open.
kernel void summed_counting(global const uint *x, volatile global atomic_uint *y,
    global uint *tries)
{
    uint old = atomic_load(y), count = 1;
    while (!atomic_compare_exchange_weak(y, &old, old + x[get_global_id(0)])) ++count;
    tries[get_global_id(0)] = count;
}

kernel void summed_strongly(global const uint *x, volatile global atomic_uint *y)
{
    uint old = atomic_load(y);
    while (!atomic_compare_exchange_strong(y, &old, old + x[get_global_id(0)])) {
    }
}
