// simdiff: run => equivalent
// simdiff: run --cflags=-DPENDING => defect pending-at-end "nothing waits for command 1, twice of line"
// simdiff: run --cflags=-DNEVER => defect pending-at-end
// simdiff: run --cflags=-DGIVEN_UP => equivalent
// simdiff: run --cflags=-DIGNORED => defect assertion "clSetKernelArg of line" "failed with CL_INVALID_ARG_SIZE, which the program does not look at"
// simdiff: run --cflags=-DLOOKED_AT => undecided nothing-compared "clSetKernelArg of line"
// Commands that nothing waits for, and errors that nobody looks at.
#include "opencl_host.h"

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
#ifdef NEVER
    cl_event never = clCreateUserEvent(context, NULL);
    clEnqueueReadBuffer(queue, out, CL_FALSE, 0, sizeof y, y, 1, &never, NULL);
    return 0;
#endif
#ifdef IGNORED
    clSetKernelArg(kernel, 1, sizeof(int), &out);
    cl_mem other = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof y, y, NULL);
    assert(other);
#endif
#ifdef LOOKED_AT
    if (clSetKernelArg(kernel, 1, sizeof(int), &out) != CL_SUCCESS)
        return 1;
#endif
    run();
#ifdef PENDING
    return 0;
#endif
#ifdef GIVEN_UP
    exit(1);
#endif
    read_back();
    assert(y[3] == 8);
    return 0;
}
