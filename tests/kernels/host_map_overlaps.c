// simdiff: run => equivalent
// simdiff: run --cflags=-DRELEASED => defect write-after-free
// simdiff: run --cflags=-DOVERLAPPING => defect
// Regions mapped for writing must not overlap, and a map ends with its memory object.
#define CL_TARGET_OPENCL_VERSION 200
#include "opencl_host.h"

static int *map(cl_mem of, cl_map_flags flags, size_t from, size_t to, cl_int *error) {
    return clEnqueueMapBuffer(queue, of, CL_TRUE, flags, from, to - from, 0, NULL, NULL, error);
}

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &error);
    int *low = map(buffer, CL_MAP_WRITE, 0, 32, &error);
    assert(low && error == CL_SUCCESS);
    int *high = map(buffer, CL_MAP_WRITE, 32, 64, &error);
    assert(high && error == CL_SUCCESS);
#ifdef OVERLAPPING
    int *both = map(buffer, CL_MAP_WRITE, 16, 48, NULL);
    both[0] = 1;
#endif
    assert(!map(buffer, CL_MAP_WRITE, 28, 36, &error) && error == CL_INVALID_OPERATION);
    cl_buffer_region half = {16, 32};
    cl_mem part = clCreateSubBuffer(
        buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &half, &error);
    if (part) {
        assert(!map(part, CL_MAP_WRITE, 0, 4, &error) && error == CL_INVALID_OPERATION);
        clReleaseMemObject(part);
    }
    low[0] = high[0] = 7;
#ifdef RELEASED
    clReleaseMemObject(buffer);
    low[1] = 7;
#endif
    clEnqueueUnmapMemObject(queue, buffer, low, 0, NULL, NULL);
    low = map(buffer, CL_MAP_WRITE, 0, 32, &error);
    assert(low && error == CL_SUCCESS);
    clEnqueueUnmapMemObject(queue, buffer, low, 0, NULL, NULL);
    clEnqueueUnmapMemObject(queue, buffer, high, 0, NULL, NULL);
    clFinish(queue);

    int *shared = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
    const int pattern = 7;
    assert(clEnqueueSVMMemFill(queue, (char *)shared + 2, &pattern, 4, 8, 0, NULL, NULL)
        == CL_INVALID_VALUE);
    clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, shared, 64, 0, NULL, NULL);
    assert(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, shared + 4, 16, 0, NULL, NULL)
        == CL_INVALID_OPERATION);
    clEnqueueSVMUnmap(queue, shared, 0, NULL, NULL);
    clFinish(queue);
    clSVMFree(context, shared);
    clReleaseMemObject(buffer);
    return 0;
}
