// simdiff: run => equivalent
// simdiff: run --cflags=-DUNFLUSHED => defect deadlock "clFlush of its queue is missing"
// simdiff: run --cflags=-DUNFLUSHED --cflags=-DBARRIER => defect deadlock "clFlush of its queue"
// simdiff: run --cflags=-DUNFLUSHED --cflags=-DTHIRD => defect deadlock "clFlush of its queue"
// simdiff: run --cflags=-DUNFLUSHED --cflags=-DRELEASED => equivalent
// simdiff: run --cflags=-DUNFLUSHED --cflags=-DWAITED => equivalent
// simdiff: run --cflags=-DUNFLUSHED --cflags=-DTOO_LATE => defect deadlock "clFlush of its queue"
// A queue has to be flushed before the host waits for a command of another one that comes after
// its commands.
#define CL_TARGET_OPENCL_VERSION 120
#include "opencl_host.h"

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    cl_command_queue second = clCreateCommandQueue(context, device, 0, NULL);
    cl_event ran, passed;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &ran);
#ifdef THIRD
    // A third queue, flushed itself, passes the event on.
    cl_command_queue third = clCreateCommandQueue(context, device, 0, NULL);
    clEnqueueMarkerWithWaitList(third, 1, &ran, &passed);
    clFlush(third);
#else
    passed = ran;
#endif
#ifdef BARRIER
    clEnqueueBarrierWithWaitList(second, 1, &passed, NULL);
    clEnqueueReadBuffer(second, out, CL_FALSE, 0, sizeof y, y, 0, NULL, NULL);
#else
    clEnqueueReadBuffer(second, out, CL_FALSE, 0, sizeof y, y, 1, &passed, NULL);
#endif
#ifndef UNFLUSHED
    // Not before the event is waited for, but before the host waits.
    clFlush(queue);
#endif
#ifdef RELEASED
    clReleaseCommandQueue(queue);
#endif
#ifdef WAITED
    clWaitForEvents(1, &ran);
#endif
    clFinish(second);
#ifdef TOO_LATE
    clFlush(queue);
#endif
    assert(y[2] == 6);
    return 0;
}
