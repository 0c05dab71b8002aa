// simdiff: run => equivalent "no synchronization point (clGetEventInfo)"
// simdiff: run --cflags=-DONCE => defect command-race
// simdiff: run --cflags=-DONCE_AND_WAIT => equivalent
// simdiff: run --cflags=-DOTHER => defect command-race
// simdiff: run --cflags=-DWRONG => defect assertion
// simdiff: run --cflags=-DUNFLUSHED => undecided "a command that nothing has flushed"
// A host that asks for the status of a command until it is complete, instead of waiting for it.
#include "opencl_host.h"

static cl_int status_of(cl_event event) {
    cl_int status;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    return status;
}

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    const size_t items = N;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    cl_event event, other;
    clEnqueueReadBuffer(queue, out, CL_FALSE, 0, sizeof y, y, 0, NULL, &event);
    int z[N];
    clEnqueueReadBuffer(queue, out, CL_FALSE, 0, sizeof z, z, 0, NULL, &other);
#ifndef UNFLUSHED
    clFlush(queue);
#endif
#ifdef ONCE
    // Whatever the answer is, the program goes on.
    status_of(event);
#elif defined ONCE_AND_WAIT
    if (status_of(event) != CL_COMPLETE) clWaitForEvents(1, &event);
#else
    do {
    } while (status_of(event) != CL_COMPLETE);
#endif
#ifdef OTHER
    // The next command may be running still.
    assert(z[0] == y[0]);
#elif defined WRONG
    assert(y[1] == y[0]);
#endif
    for (int i = 0; i < N; i++) assert(y[i] == 2 * x[i]);
    clFinish(queue);
    return 0;
}
