// simdiff: run --cflags=-DGIVEN => equivalent
// simdiff: run --cflags=-DALLOCATED => undecided "memory of the host, which no device reaches"
// simdiff: run --cflags=-DLOCAL => undecided "memory of the host, which no device reaches"
// simdiff: run --cflags=-DSTATIC => undecided "memory of the host, which no device reaches"
// A kernel that finds a pointer of the host's in a buffer has no memory behind it, though the
// processor at hand may read it.

#define CL_TARGET_OPENCL_VERSION 200
#include "opencl_host.h"
#include <stdlib.h>

static const char *const follow =
    "kernel void follow(global ulong *from, global int *to) { to[0] = *(global int *)from[0]; }";

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&follow, NULL, NULL);
    assert(clBuildProgram(program, 0, NULL, NULL, NULL, NULL) == CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "follow", NULL);
#ifdef ALLOCATED
    int *value = malloc(sizeof *value);
#elif defined LOCAL
    int variable;
    int *value = &variable;
#elif defined STATIC
    static int variable;
    int *value = &variable;
#else
    int *value = clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof *value, 0);
    clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof value, &value);
    clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, value, sizeof *value, 0, NULL, NULL);
#endif
    *value = 7;
#ifdef GIVEN
    clEnqueueSVMUnmap(queue, value, 0, NULL, NULL);
#endif
    cl_ulong pointer = (cl_ulong)value;
    cl_mem from = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof pointer, &pointer, NULL);
    clSetKernelArg(kernel, 0, sizeof from, &from);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    size_t one = 1;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    read_back();
    assert(y[0] == 7);
    return 0;
}
