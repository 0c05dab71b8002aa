// simdiff: kernel --kernel own_place --global 64 --local 32 => clean
// simdiff: kernel --kernel own_sum --global 64 --local 32 => clean
// simdiff: kernel --kernel shared_place --global 64 --local 32 => defect race
//
// Loops that access one place, which depends on an input, in each of their rounds.
kernel void own_place(int n, global int *y)
{
    local int t[64];
    int place = n ? get_local_id(0) : get_global_id(0);
    for (int i = 0; i < 40; i++) t[place] = get_global_id(0);
    y[get_global_id(0)] = t[place];
}

kernel void own_sum(int n, global int *y)
{
    local int t[64];
    int place = n ? get_local_id(0) : get_global_id(0), sum = 0;
    t[place] = get_global_id(0);
    for (int i = 0; i < 40; i++) sum += t[place];
    y[get_global_id(0)] = sum;
}

// One half of the places belongs to two items if n is 7.
kernel void shared_place(int n, global int *y)
{
    local int t[64];
    int place = n == 7 ? get_local_id(0) / 2 : get_local_id(0);
    for (int i = 0; i < 40; i++) t[place] = get_global_id(0);
    y[get_global_id(0)] = t[place];
}
