// simdiff: run => defect undefined-branch
// simdiff: run --cflags=-DWRITTEN => equivalent
// simdiff: run --cflags=-DUNUSED => equivalent
// A kernel adds to a buffer that nobody wrote, and the host looks at the sum.
#include "opencl_host.h"

static const char *const adding =
    "__kernel void add(__global const int *x, __global int *y) {\n"
    "    size_t i = get_global_id(0);\n"
    "    y[i] += x[i];\n"
    "}\n";

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&adding, NULL, NULL);
    clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
    kernel = clCreateKernel(program, "add", NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
#ifdef WRITTEN
    const int zero = 0;
    clEnqueueFillBuffer(queue, out, &zero, sizeof zero, 0, sizeof y, 0, NULL, NULL);
#endif
    run();
    read_back();
#ifndef UNUSED
    assert(y[1] == 2);
#endif
    return 0;
}
