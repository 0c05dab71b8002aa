// simdiff: check opencl_parameters.cl --reference scaled --port scaled_by_name --global n --size n=1..6 --undefined note => equivalent
// simdiff: check opencl_parameters.cl --reference scaled --port scaled_in_order --global n --size n=1..6 --undefined note => equivalent
// simdiff: check opencl_parameters.cl --reference scaled --port scaled_uncounted --global n --size n=1..6 --arg 'x=in:i32[n]' --arg 'y=out:i32[n]' --undefined note => equivalent
// simdiff: check opencl_parameters.cl --reference scaled --port scaled_twice_over --global n --local n --size n=1..4 --arg 'x=in:i32[n]' --arg 'y=out:i32[n]' --arg 'part=local:i32[4]' --arg 'spare=inout:i32[n]' --undefined note => equivalent
// simdiff: check opencl_parameters.cl --reference scaled --port scaled_into_spare --global n --size n=1..4 --arg 'x=in:i32[n]' --arg 'y=out:i32[n]' --arg 'spare=inout:i32[n]' --undefined note => different
// simdiff: check opencl_parameters.cl --reference scaled --port scaled_from_spare --global n --size n=1..4 --arg 'x=in:i32[n]' --arg 'y=out:i32[n]' --arg 'spare=inout:i32[n]' --undefined note => different
void scaled(const int *x, int *y, int n, int k) {
    for (int i = 0; i < n; i++)
        y[i] = k * x[i];
}
