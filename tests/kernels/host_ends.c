// simdiff: run => equivalent
// simdiff: run --cflags=-DEARLY => defect released-in-use
// Functions of the program's that are called at the end of objects, the latest first; one
// that frees the memory behind a buffer does so while a kernel may still use it.
#define CL_TARGET_OPENCL_VERSION 300
#include "opencl_host.h"
#include <stdlib.h>

static int calls[3], count;

static void CL_CALLBACK noted(cl_mem memory, void *data) {
    (void)memory;
    calls[count++] = *(int *)data;
}
static void CL_CALLBACK freed(cl_mem memory, void *data) {
    (void)memory;
    free(data);
}
static void CL_CALLBACK ended(cl_context ending, void *data) {
    (void)ending;
    calls[count++] = *(int *)data;
}

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    static int one = 1, two = 2, three = 3;
    int *own = malloc(sizeof x);
    for (int i = 0; i < N; i++)
        own[i] = i;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof x, own, NULL);
    clSetMemObjectDestructorCallback(buffer, freed, own);
    clSetMemObjectDestructorCallback(buffer, noted, &one);
    clSetMemObjectDestructorCallback(buffer, noted, &two);
    assert(clSetMemObjectDestructorCallback(buffer, NULL, NULL) == CL_INVALID_VALUE);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    run();
#ifndef EARLY
    clFinish(queue);
#endif
    clReleaseMemObject(buffer);
    assert(count == 2 && calls[0] == 2 && calls[1] == 1);
    clFinish(queue);
    cl_context other = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    clSetContextDestructorCallback(other, ended, &three);
    clReleaseContext(other);
    assert(count == 3 && calls[2] == 3);
    return 0;
}
