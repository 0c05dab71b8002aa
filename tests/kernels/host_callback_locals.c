// simdiff: run => equivalent
// simdiff: run --cflags=-DHOST_LOCAL => undecided "clSetEventCallback" "may still use it"
// simdiff: run --cflags=-DONE_TOTAL => defect command-race "clSetEventCallback"
// A callback's own locals end with it. A local of the host must not end before the callback.
#define CL_TARGET_OPENCL_VERSION 120
#include "opencl_host.h"

static cl_ulong totals[2];

static void CL_CALLBACK add(cl_event event, cl_int status, void *data) {
    cl_ulong times[2];
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof *times, &times[0], NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof *times, &times[1], NULL);
    if (status == CL_COMPLETE)
        *(cl_ulong *)data += times[1] - times[0];
}

static void measured(cl_ulong *total) {
    cl_event ran;
    int result[N];
#ifdef HOST_LOCAL
    cl_ulong own = 0;
    total = &own;
#endif
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &ran);
    clSetEventCallback(ran, CL_COMPLETE, add, total);
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof result, result, 0, NULL, NULL);
    assert(result[1] == 4);
    clReleaseEvent(ran);
}

int main(void) {
    start(CL_QUEUE_PROFILING_ENABLE, CL_MEM_COPY_HOST_PTR);
    measured(&totals[0]);
#ifdef ONE_TOTAL
    measured(&totals[0]);
#else
    measured(&totals[1]);
#endif
    return 0;
}
