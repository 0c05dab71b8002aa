// simdiff: run => defect command-race "no queue, event or barrier"
// simdiff: run --cflags=-DEVENTS => equivalent
// Two commands of an out-of-order queue, with and without an event between them.
#include "setup.h"

enum { N = 8 };

static const char *const source =
    "__kernel void twice(__global const int *x, __global int *y) {\n"
    "    size_t i = get_global_id(0);\n"
    "    y[i] = 2 * x[i];\n"
    "}\n";

int main(void) {
    int x[N] = {1, 2, 3, 4, 5, 6, 7, 8}, y[N];
    start(source, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof x, NULL, NULL);
    cl_mem out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof y, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "twice", NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    const size_t global = N;
    cl_event written, done;
    clEnqueueWriteBuffer(queue, in, CL_FALSE, 0, sizeof x, x, 0, NULL, &written);
#ifdef EVENTS
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 1, &written, &done);
#else
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &done);
#endif
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof y, y, 1, &done, NULL);
    assert(y[3] == 8);
    clReleaseEvent(written);
    clReleaseEvent(done);
    return 0;
}
