// simdiff: run => defect command-race "the host goes on without waiting"
// simdiff: run --cflags=-DWAIT => equivalent
// What a read that does not block brings is used before it is there.
#include "setup.h"

enum { N = 8 };

static const char *const source =
    "__kernel void twice(__global const int *x, __global int *y) {\n"
    "    size_t i = get_global_id(0);\n"
    "    y[i] = 2 * x[i];\n"
    "}\n";

int main(void) {
    int x[N] = {1, 2, 3, 4, 5, 6, 7, 8}, y[N] = {0}, sum = 0;
    start(source, 0);
    cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, x, NULL);
    cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof y, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "twice", NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    const size_t global = N;
    cl_event read;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, out, CL_FALSE, 0, sizeof y, y, 0, NULL, &read);
#ifdef WAIT
    clWaitForEvents(1, &read);
#endif
    for (int i = 0; i < N; i++)
        sum += y[i];
    clFinish(queue);
    assert(sum == 72);
    return 0;
}
