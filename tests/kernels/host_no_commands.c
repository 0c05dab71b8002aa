// simdiff: run => undecided nothing-compared "every path ends with status 1: clGetDeviceIDs of" "CL_DEVICE_NOT_FOUND"
// A host that gives up before its first command has checked nothing.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, NULL);
    if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, &device, NULL) != CL_SUCCESS)
        return 1;
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    assert(x == 5);
}
