// simdiff: kernel --kernel tripled_anywhere --global 4 --local 2 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg y=out:i32[4] => clean
// simdiff: kernel --kernel raced_anywhere --global 4 --local 2 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg y=out:i32[4] => defect
//
// Pointers to any of three address spaces (generic ones).

static uint twice(const int *p)
{
    return 2u * (uint)*p;
}

// The sum of what three functions' pointers lead to.
kernel void tripled_anywhere(global const int *x, global int *y)
{
    local int shared[2];
    int own = x[get_global_id(0)];
    shared[get_local_id(0)] = own;
    uint sum = twice(&own) + twice(&shared[get_local_id(0)]) + twice(&x[get_global_id(0)]);
    y[get_global_id(0)] = (int)(sum - 3u * (uint)own);
}

kernel void tripled_wrong(global const int *x, global int *y)
{
    local int shared[2];
    int own = x[get_global_id(0)];
    shared[get_local_id(0)] = own & 0x3fffffff;
    uint sum = twice(&own) + twice(&shared[get_local_id(0)]) + twice(&x[get_global_id(0)]);
    y[get_global_id(0)] = (int)(sum - 3u * (uint)own);
}

// Reads what the neighbour writes.
kernel void raced_anywhere(global const int *x, global int *y)
{
    local int shared[2];
    shared[get_local_id(0)] = x[get_global_id(0)];
    y[get_global_id(0)] = (int)twice(&shared[1 - get_local_id(0)]);
}

static void kind(global int *y, int *p)
{
    y[0] = to_global(p) != 0;
    y[1] = to_local(p) != 0;
    y[2] = to_private(p) != 0;
}

kernel void kinds_of_pointers(global int *y)
{
    local int shared[2];
    int own[2];
    kind(y, y);
    kind(y + 3, shared + 1);
    kind(y + 6, own + 1);
    kind(y + 9, 0);
}

kernel void kinds_wrong(global int *y)
{
    local int shared[2];
    int own[2];
    kind(y, y);
    kind(y + 3, own);
    kind(y + 6, own + 1);
    kind(y + 9, 0);
    shared[0] = 0;
}

kernel void fences_of_pointers(global int *y)
{
    local int shared;
    int *p = y, *q = &shared;
    y[0] = get_fence(p);
    y[1] = get_fence(q);
}

kernel void fence_of_private(global int *y)
{
    int own, *p = &own;
    y[0] = get_fence(p);
    y[1] = 1;
}
