// simdiff: run => equivalent
// simdiff: run --cflags=-DFINISH => defect blocking-callback "clFinish"
// simdiff: run --cflags=-DWAIT => defect blocking-callback "clWaitForEvents"
// simdiff: run --cflags=-DREAD => defect blocking-callback "clEnqueueReadBuffer"
// simdiff: run --cflags=-DMAP => defect blocking-callback "clEnqueueMapBuffer"
// simdiff: run --cflags=-DBUILD => defect blocking-callback "clBuildProgram"
// simdiff: run --cflags=-DBUILD_LATER => equivalent
// simdiff: run --cflags=-DQUEUE => defect blocking-callback "clCreateCommandQueue"
// A callback of an event may enqueue what does not block, and flush. It may neither wait nor create
// a queue.
#include "opencl_host.h"

static int z[N];
static cl_event gate;

static void CL_CALLBACK built(cl_program program, void *data) {
    (void)program, (void)data;
    clSetUserEventStatus(gate, CL_COMPLETE);
}

static void CL_CALLBACK done(cl_event event, cl_int status, void *data) {
    (void)status, (void)data;
#ifdef FINISH
    clFinish(queue);
#elif defined WAIT
    clWaitForEvents(1, &event);
#elif defined READ
    clEnqueueReadBuffer(queue, in, CL_TRUE, 0, sizeof z, z, 0, NULL, NULL);
#elif defined MAP
    clEnqueueMapBuffer(queue, in, CL_TRUE, CL_MAP_READ, 0, sizeof z, 0, NULL, NULL, NULL);
#elif defined BUILD || defined BUILD_LATER
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, NULL);
#ifdef BUILD
    clBuildProgram(program, 1, &device, "", NULL, NULL);
#else
    clBuildProgram(program, 1, &device, "", built, NULL);
    return;
#endif
#elif defined QUEUE
    clReleaseCommandQueue(clCreateCommandQueue(context, device, 0, NULL));
#else
    clEnqueueReadBuffer(queue, in, CL_FALSE, 0, sizeof z, z, 0, NULL, NULL);
    clFlush(queue);
#endif
    (void)event;
    built(NULL, NULL);
}

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    cl_event ran;
    gate = clCreateUserEvent(context, NULL);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &ran);
    clSetEventCallback(ran, CL_COMPLETE, done, NULL);
    clFlush(queue);
    clWaitForEvents(1, &gate);
    clFinish(queue);
    assert(z[2] == 0 || z[2] == 3);
    return 0;
}
