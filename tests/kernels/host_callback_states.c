// simdiff: run --cflags -DSTATE=CL_COMPLETE => equivalent
// simdiff: run --cflags -DSTATE=CL_RUNNING => defect
// simdiff: run --cflags -DSTATE=CL_SUBMITTED => defect
//
// A callback frees the memory that a pending write reads: right once the write is complete.
#include <CL/cl.h>
#include <assert.h>
#include <stdlib.h>

static void CL_CALLBACK release(cl_event event, cl_int status, void *memory)
{
    (void)event;
    (void)status;
    free(memory);
}

int main(void)
{
    cl_platform_id platform;
    cl_device_id device;
    clGetPlatformIDs(1, &platform, NULL);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4 * sizeof(int), NULL, NULL);
    int *source = malloc(4 * sizeof(int)), target[4];
    for (int i = 0; i < 4; i++) source[i] = i;
    cl_event written;
    clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof target, source, 0, NULL, &written);
    clSetEventCallback(written, STATE, release, source);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof target, target, 0, NULL, NULL);
    assert(target[3] == 3);
    clReleaseEvent(written);
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
