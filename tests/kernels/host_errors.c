// simdiff: run => equivalent "does not compile" "undeclared identifier"
// Wrong calls, and a program that does not compile, give the specification's errors.
#include "opencl_host.h"

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    cl_int error;
    const size_t three = 3;
    assert(clEnqueueReadBuffer(queue, out, CL_TRUE, 4, sizeof y, y, 0, NULL, NULL)
        == CL_INVALID_VALUE);
    assert(clSetKernelArg(kernel, 2, sizeof out, &out) == CL_INVALID_ARG_INDEX);
    assert(clSetKernelArg(kernel, 0, 4, &out) == CL_INVALID_ARG_SIZE);
    assert(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &three, 0, NULL, NULL)
        == CL_INVALID_WORK_GROUP_SIZE);
    assert(clEnqueueNDRangeKernel(queue, kernel, 4, NULL, &global, NULL, 0, NULL, NULL)
        == CL_INVALID_WORK_DIMENSION);
    assert(clEnqueueNDRangeKernel(NULL, kernel, 1, NULL, &global, NULL, 0, NULL, NULL)
        == CL_INVALID_COMMAND_QUEUE);
    clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 4, NULL, &error);
    assert(error == CL_INVALID_VALUE);
    clCreateBuffer(context, CL_MEM_READ_ONLY, 0, NULL, &error);
    assert(error == CL_INVALID_BUFFER_SIZE);

    cl_program right = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, NULL);
    assert(clBuildProgram(right, 0, NULL, "-no-such-option", NULL, NULL) == CL_INVALID_BUILD_OPTIONS);
    assert(clBuildProgram(right, 0, NULL, "-cl-std=CL9", NULL, NULL) == CL_INVALID_BUILD_OPTIONS);
    assert(clCompileProgram(right, 0, NULL, "-no-such-option", 0, NULL, NULL, NULL, NULL)
        == CL_INVALID_COMPILER_OPTIONS);
    assert(clBuildProgram(right, 0, NULL, "-DWANTED=1", NULL, NULL) == CL_SUCCESS);

    const char *text = "__kernel void wrong(__global int *x) { x[0] = missing; }";
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    assert(clBuildProgram(program, 0, NULL, NULL, NULL, NULL) == CL_BUILD_PROGRAM_FAILURE);
    char log[1024];
    assert(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL)
        == CL_SUCCESS);
    assert(strstr(log, "missing"));
    clCreateKernel(program, "wrong", &error);
    assert(error == CL_INVALID_PROGRAM_EXECUTABLE);
    return 0;
}
