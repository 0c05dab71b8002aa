// simdiff: run => equivalent
// simdiff: run --cflags=-DOVERLAP => defect command-race
// simdiff: run --cflags=-DIN_ONE => equivalent "uses buffers that share bytes, one of them written" "clCreateSubBuffer"
// simdiff: run --cflags=-DAT_ONCE => equivalent "which are not ordered, use buffers that share bytes"
// Two parts of a buffer, filled by commands that nothing orders.
#include "opencl_host.h"

int main(void) {
    start(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_MEM_COPY_HOST_PTR);
#ifdef OVERLAP
    const size_t size = 160;
#else
    const size_t size = 128;
#endif
    cl_mem whole = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, NULL);
    cl_buffer_region regions[2] = {{0, size}, {128, 128}};
    for (int i = 0; i < 2; i++) {
        cl_int error;
        cl_mem part = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
            &regions[i], &error);
        assert(error == CL_SUCCESS);
        clEnqueueFillBuffer(queue, part, &i, sizeof i, 0, regions[i].size, 0, NULL, NULL);
    }
    clFinish(queue);
#ifdef IN_ONE
    cl_mem upper = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
        &regions[1], NULL);
    clSetKernelArg(kernel, 0, sizeof whole, &whole);
    clSetKernelArg(kernel, 1, sizeof upper, &upper);
    run();
    clFinish(queue);
#endif
#ifdef AT_ONCE
    cl_mem upper = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
        &regions[1], NULL);
    int zero = 0;
    clEnqueueFillBuffer(queue, upper, &zero, sizeof zero, 0, regions[1].size, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, whole, CL_FALSE, 0, sizeof y, y, 0, NULL, NULL);
    clFinish(queue);
#endif
    return 0;
}
