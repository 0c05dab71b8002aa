// simdiff: run => equivalent
// simdiff: run --cflags=-DBOTH_USED => defect shared-host-memory "command 2, twice of line"
// simdiff: run --cflags=-DIN_ONE => defect shared-host-memory "command 1, twice of line"
// simdiff: run --cflags=-DMAPPED => defect shared-host-memory "clEnqueueMapBuffer"
// Two living buffers over the same memory of the host may not both be used by commands.
#include "opencl_host.h"

static int values[2 * N] = {3, 4, 5};

static cl_mem over(int *start) {
    return clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, N * sizeof *start,
        start, NULL);
}

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    cl_mem first = over(values), second = over(values + N - 1), beside = over(values + N);
    clSetKernelArg(kernel, 0, sizeof first, &first);
#ifdef IN_ONE
    clSetKernelArg(kernel, 1, sizeof second, &second);
#else
    clSetKernelArg(kernel, 1, sizeof beside, &beside);
#endif
    run();
#ifdef BOTH_USED
    clSetKernelArg(kernel, 0, sizeof second, &second);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    run();
#elif defined MAPPED
    clEnqueueMapBuffer(queue, second, CL_TRUE, CL_MAP_READ, 0, sizeof *values, 0, NULL, NULL, NULL);
#endif
    clEnqueueReadBuffer(queue, beside, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL);
    assert(y[1] == 8);
    clReleaseMemObject(first);
    clReleaseMemObject(beside);
    // Now it has its memory to itself.
    clEnqueueReadBuffer(queue, second, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL);
    clReleaseMemObject(second);
    return 0;
}
