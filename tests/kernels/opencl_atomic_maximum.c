// simdiff: check opencl_atomic_maximum.cl --reference greatest --port largest --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => equivalent
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port left_inside --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => equivalent
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port left_twice --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => equivalent
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port asked_behind --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => undecided "a failure for no reason"
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port read_anew --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => equivalent
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port by_function --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => equivalent
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port compared --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => equivalent
// simdiff: check opencl_atomic_maximum.cl --reference smallest --port least --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => equivalent
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port backwards --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => different
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port without_sign --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => different
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port stores_other --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => different
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port tried_once --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => undecided "a failure for no reason"
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port tried_twice --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => undecided "a failure for no reason"
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port left_by_condition --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => undecided "a failure for no reason"
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port asked_only_behind --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => undecided "a failure for no reason"
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port lowered --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => undecided "a failure for no reason"
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port skipped --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => undecided "a failure for no reason"
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port counted --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --arg tries=out:i32[4] --assume-atomic-order => undecided "a failure for no reason"
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port counted_in_memory --global 4 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --arg tries=out:i32[4] --assume-atomic-order => undecided "a failure for no reason"
// simdiff: check opencl_atomic_maximum.cl --reference greatest --port largest_of_all --global 1 --cflags -cl-std=CL2.0 --arg x=in:i32[4] --arg m=inout:i32[1] --assume-atomic-order => equivalent
#include <stdint.h>

void greatest(const int32_t *x, int32_t *m)
{
    for (int i = 0; i < 4; i++)
        if (m[0] < x[i]) m[0] = x[i];
}

void smallest(const int32_t *x, int32_t *m)
{
    for (int i = 0; i < 4; i++)
        if (x[i] < m[0]) m[0] = x[i];
}
