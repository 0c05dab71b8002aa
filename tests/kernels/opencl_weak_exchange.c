// simdiff: check opencl_weak_exchange.cl --reference total --port summed --global 4 --cflags -cl-std=CL2.0 --arg x=in:u32[4] --arg y=inout:u32[1] --assume-atomic-order => equivalent
// simdiff: check opencl_weak_exchange.cl --reference total --port summed_by_function --global 4 --cflags -cl-std=CL2.0 --arg x=in:u32[4] --arg y=inout:u32[1] --assume-atomic-order => equivalent
// simdiff: check opencl_weak_exchange.cl --reference total --port summed_anew --global 4 --cflags -cl-std=CL2.0 --arg x=in:u32[4] --arg y=inout:u32[1] --assume-atomic-order => equivalent
// simdiff: check opencl_weak_exchange.cl --reference total --port summed_wrong --global 4 --cflags -cl-std=CL2.0 --arg x=in:u32[4] --arg y=inout:u32[1] --assume-atomic-order => different
// simdiff: check opencl_weak_exchange.cl --reference total --port summed_once --global 4 --cflags -cl-std=CL2.0 --arg x=in:u32[4] --arg y=inout:u32[1] --assume-atomic-order => undecided "a failure for no reason"
// simdiff: check opencl_weak_exchange.cl --reference total --port summed_counting --global 4 --cflags -cl-std=CL2.0 --arg x=in:u32[4] --arg y=inout:u32[1] --arg tries=out:u32[4] --assume-atomic-order => undecided "a failure for no reason"
// simdiff: check opencl_weak_exchange.cl --reference total --port summed_strongly --global 4 --cflags -cl-std=CL2.0 --arg x=in:u32[4] --arg y=inout:u32[1] --assume-atomic-order => equivalent
#include <stdint.h>

void total(const uint32_t *x, uint32_t *y)
{
    for (int i = 0; i < 4; i++) y[0] += x[i];
}
