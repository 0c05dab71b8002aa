// simdiff: run => equivalent
// simdiff: run --cflags=-DUNORDERED => defect command-race "clSetEventCallback"
// simdiff: run --cflags=-DCYCLE => defect deadlock "user event"
// simdiff: run --cflags=-DUNFLUSHED => defect deadlock "clFlush of its queue is missing"
// simdiff: run --cflags=-DNATIVE_RACE => defect command-race "clEnqueueNativeKernel"
// Functions of the program's that the runtime calls: native kernels, callbacks of events.
#include "opencl_host.h"

static int seen;
static cl_event gate;

static void CL_CALLBACK done(cl_event event, cl_int status, void *data) {
    (void)event;
    *(int *)data = status == CL_COMPLETE;
    clSetUserEventStatus(gate, CL_COMPLETE);
}

struct work {
    int *values;
    int add;
};

static void CL_CALLBACK add(void *arguments) {
    struct work *work = arguments;
    for (int i = 0; i < N; i++)
        work->values[i] += work->add;
}

int main(void) {
#ifdef NATIVE_RACE
    start(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_MEM_COPY_HOST_PTR);
#else
    start(0, CL_MEM_COPY_HOST_PTR);
#endif
    struct work work = {NULL, 10};
    assert(clEnqueueNativeKernel(queue, add, &work, sizeof work, 1, &in,
        (const void *[]){&work.values}, 0, NULL, NULL) == CL_SUCCESS);
    cl_event ran;
#ifdef CYCLE
    cl_event own = gate = clCreateUserEvent(context, NULL);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 1, &own, &ran);
#else
    gate = clCreateUserEvent(context, NULL);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &ran);
#endif
    assert(clSetEventCallback(ran, CL_COMPLETE, done, &seen) == CL_SUCCESS);
#ifdef UNORDERED
    clWaitForEvents(1, &ran);
    assert(seen);
#endif
#ifndef UNFLUSHED
    clFlush(queue);
#endif
    // What the callback sets comes after the callback.
    clWaitForEvents(1, &gate);
    assert(seen);
    read_back();
    assert(y[2] == 26);
    return 0;
}
