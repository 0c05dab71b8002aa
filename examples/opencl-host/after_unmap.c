// simdiff: run => defect write-after-free "mapped region"
// A mapped region is written after it was given back.
#include "setup.h"

enum { N = 8 };

static const char *const source =
    "__kernel void twice(__global const int *x, __global int *y) {\n"
    "    size_t i = get_global_id(0);\n"
    "    y[i] = 2 * x[i];\n"
    "}\n";

int main(void) {
    int y[N];
    start(source, 0);
    cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_ALLOC_HOST_PTR, N * sizeof(int),
        NULL, NULL);
    cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof y, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "twice", NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    int *x = clEnqueueMapBuffer(queue, in, CL_TRUE, CL_MAP_WRITE, 0, N * sizeof(int), 0, NULL, NULL,
        NULL);
    for (int i = 0; i < N - 1; i++)
        x[i] = i;
    clEnqueueUnmapMemObject(queue, in, x, 0, NULL, NULL);
    x[N - 1] = N - 1;
    const size_t global = N;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL);
    assert(y[3] == 6);
    return 0;
}
