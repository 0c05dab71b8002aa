// simdiff: run --leaks => equivalent
// simdiff: run --leaks --cflags=-DLOST=1 => defect leak "OpenCL cl_event"
// simdiff: run --leaks --cflags=-DLOST=2 => defect leak "OpenCL cl_mem"
// A host that releases its objects, or all but one. What the library keeps of its commands is no
// leak.
#include "opencl_host.h"

#ifndef LOST
#define LOST 0
#endif

int main(void) {
    cl_device_id found;
    clGetDeviceIDs(NULL, CL_DEVICE_TYPE_DEFAULT, 1, &found, NULL);
    cl_context context = clCreateContext(NULL, 1, &found, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, found, 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, NULL);
    clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "twice", NULL);
    cl_mem from = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, x, NULL);
    cl_mem to = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof y, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof from, &from);
    clSetKernelArg(kernel, 1, sizeof to, &to);
    cl_event event;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &event);
    clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof y, y, 1, &event, NULL);
    assert(y[2] == 6);
    if (LOST != 1)
        clReleaseEvent(event);
    if (LOST != 2)
        clReleaseMemObject(to);
    clReleaseMemObject(from);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
