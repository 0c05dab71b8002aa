// simdiff: run => equivalent
// simdiff: run --cflags=-DOTHER=1 => equivalent "failed with CL_INVALID_PROGRAM_EXECUTABLE: the program is not built for the device"
// simdiff: run --cflags=-DTWO_WAYS => undecided "one program that is built in two ways"
// A program that is built for one device of its context has no kernels for the other one.
#include "opencl_host.h"

#ifndef OTHER
#define OTHER 0
#endif

static cl_build_status status(cl_program program, cl_device_id of) {
    cl_build_status status;
    clGetProgramBuildInfo(program, of, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL);
    return status;
}

int main(void) {
    cl_device_id both[2];
    assert(clGetDeviceIDs(NULL, CL_DEVICE_TYPE_ALL, 2, both, NULL) == CL_SUCCESS);
    context = clCreateContext(NULL, 2, both, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, both[OTHER], 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, NULL);
    assert(clBuildProgram(program, 1, both, NULL, NULL, NULL) == CL_SUCCESS);
    assert(status(program, both[0]) == CL_BUILD_SUCCESS && status(program, both[1]) == CL_BUILD_NONE);
#ifdef TWO_WAYS
    clBuildProgram(program, 1, &both[1], "-DMORE", NULL, NULL);
#endif
    kernel = clCreateKernel(program, "twice", NULL);
    in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, x, NULL);
    out = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof y, y, NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    run();
    read_back();
    assert(y[2] == (OTHER ? 0 : 6));
    return 0;
}
