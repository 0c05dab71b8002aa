// simdiff: run => defect command-race
// simdiff: run --cflags=-DFINISH => equivalent
// A buffer is written on one queue and read on another.
#include "setup.h"

enum { N = 8 };

static const char *const source =
    "__kernel void twice(__global const int *x, __global int *y) {\n"
    "    size_t i = get_global_id(0);\n"
    "    y[i] = 2 * x[i];\n"
    "}\n";

int main(void) {
    int x[N] = {1, 2, 3, 4, 5, 6, 7, 8}, y[N];
    start(source, 0);
    cl_device_id device;
    clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof device, &device, NULL);
    cl_command_queue other = clCreateCommandQueue(context, device, 0, NULL);
    cl_mem in = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof x, x, NULL);
    cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof y, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "twice", NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    const size_t global = N;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
#ifdef FINISH
    clFinish(queue);
#else
    clFlush(queue);
#endif
    clEnqueueReadBuffer(other, out, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL);
    assert(y[3] == 8);
    clFinish(queue);
    return 0;
}
