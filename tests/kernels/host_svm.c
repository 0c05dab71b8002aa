// simdiff: run => equivalent
// simdiff: run --cflags=-DUNMAPPED => defect unmapped-write "SVM buffer"
// simdiff: run --cflags=-DUNMAPPED --cflags=-DFINE=CL_MEM_SVM_FINE_GRAIN_BUFFER => equivalent
// simdiff: run --cflags=-DIN_USE => defect released-in-use "SVM buffer"
// simdiff: run --cflags=-DTOO_SOON => defect command-race "SVM buffer"
// simdiff: run --cflags=-DOVERLAP => equivalent
// Shared virtual memory: the host sees it while it is mapped, or always if it is fine-grained.
#define CL_TARGET_OPENCL_VERSION 200
#include "opencl_host.h"

#ifndef FINE
#define FINE 0
#endif

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    int *from = clSVMAlloc(context, CL_MEM_READ_ONLY | FINE, sizeof x, 0);
    int *to = clSVMAlloc(context, CL_MEM_READ_WRITE, 2 * sizeof x, 0);
    assert(from && to && !clSVMAlloc(context, CL_MEM_READ_WRITE, 0, 0));
#ifndef UNMAPPED
    clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, from, sizeof x, 0, NULL, NULL);
#endif
    for (int i = 0; i < N; i++)
        from[i] = i;
#ifndef UNMAPPED
    clEnqueueSVMUnmap(queue, from, 0, NULL, NULL);
#endif
    assert(clSetKernelArgSVMPointer(kernel, 0, from) == CL_SUCCESS);
    assert(clSetKernelArgSVMPointer(kernel, 1, to + 2) == CL_SUCCESS);
    assert(clSetKernelArgSVMPointer(kernel, 1, &y) == CL_INVALID_ARG_VALUE);
    run();
#ifdef IN_USE
    clSVMFree(context, from);
#endif
#ifdef OVERLAP
    assert(clEnqueueSVMMemcpy(queue, CL_TRUE, to, to + 2, sizeof x, 0, NULL, NULL)
        == CL_MEM_COPY_OVERLAP);
#endif
    const int pattern = 7;
    clEnqueueSVMMemFill(queue, to, &pattern, sizeof pattern, 2 * sizeof pattern, 0, NULL, NULL);
    int out[N];
#ifdef TOO_SOON
    assert(to[0] == 7);
#endif
    clEnqueueSVMMemcpy(queue, CL_TRUE, out, to, sizeof out, 0, NULL, NULL);
    assert(out[0] == 7 && out[1] == 7 && out[5] == 6);
    clEnqueueSVMFree(queue, 1, (void *[]){from}, NULL, NULL, 0, NULL, NULL);
    clFinish(queue);
    clSVMFree(context, to);
    return 0;
}
