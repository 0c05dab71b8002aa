// simdiff: run => defect released-in-use twice
// A buffer is released while the kernel that reads it may still run.
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
    cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, x, NULL);
    cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof y, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "twice", NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    const size_t global = N;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
    clReleaseMemObject(in);
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL);
    assert(y[3] == 8);
    return 0;
}
