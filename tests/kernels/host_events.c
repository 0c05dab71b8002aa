// simdiff: run => equivalent
// simdiff: run --cflags=-DNEVER => defect deadlock "user event"
// simdiff: run --cflags=-DTOO_LATE => defect command-race "the host goes on without waiting"
// A write waits for an event of the program's; what it writes is made in between.
#include "opencl_host.h"

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    cl_event ready = clCreateUserEvent(context, NULL);
    clEnqueueWriteBuffer(queue, in, CL_FALSE, 0, sizeof x, x, 1, &ready, NULL);
    run();
    for (int i = 0; i < N; i++)
        x[i] = 10 * i;
#ifndef NEVER
    clSetUserEventStatus(ready, CL_COMPLETE);
#endif
#ifdef TOO_LATE
    x[0] = 1;
#endif
    read_back();
    assert(y[3] == 60);
    clReleaseEvent(ready);
    return 0;
}
