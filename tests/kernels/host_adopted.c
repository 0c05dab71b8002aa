// simdiff: run => equivalent
// simdiff: run --cflags=-DSTALE => defect unmapped-read "the host reads without a map"
// simdiff: run --cflags=-DREWRITTEN => defect unmapped-write "without a map"
// simdiff: run --cflags=-DREAD_MAP => defect mapped-written "mapped by command"
// simdiff: run --cflags=-DIN_PLACE => equivalent
// Memory of the program's own as a buffer, which a device may keep for itself.
#include "opencl_host.h"

static int own[N];

int main(void) {
    start(0, CL_MEM_USE_HOST_PTR);
    out = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof own, own, NULL);
    clSetKernelArg(kernel, 1, sizeof out, &out);
#ifdef REWRITTEN
    x[0] = 5;
#endif
    cl_map_flags flags = CL_MAP_WRITE;
#ifdef READ_MAP
    flags = CL_MAP_READ;
#endif
    int *inputs = clEnqueueMapBuffer(queue, in, CL_TRUE, flags, 0, sizeof x, 0, NULL, NULL, NULL);
    inputs[1] = 7;
    clEnqueueUnmapMemObject(queue, in, inputs, 0, NULL, NULL);
    run();
    clFinish(queue);
#ifdef STALE
    assert(own[1] == 14);
#endif
#ifdef IN_PLACE
    // Reading to the buffer's own memory brings it up to date.
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof own, own, 0, NULL, NULL);
    assert(own[1] == 14);
    return 0;
#endif
    int *outputs = clEnqueueMapBuffer(queue, out, CL_TRUE, CL_MAP_READ, 0, sizeof own, 0, NULL,
        NULL, NULL);
    assert(outputs == own && outputs[1] == 14);
    clEnqueueUnmapMemObject(queue, out, outputs, 0, NULL, NULL);
    return 0;
}
