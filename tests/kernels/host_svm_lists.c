// simdiff: run => equivalent
// simdiff: run --cflags=-DUNNAMED => defect read-outside-buffer "CL_KERNEL_EXEC_INFO_SVM_PTRS"
// simdiff: run --cflags=-DREPLACED => defect read-outside-buffer "CL_KERNEL_EXEC_INFO_SVM_PTRS"
// simdiff: run --cflags=-DUNNAMED --cflags=-DSHORT => equivalent
// A kernel that follows pointers in shared virtual memory has to be told what they reach.
#define CL_TARGET_OPENCL_VERSION 300
#include "opencl_host.h"

static const char *const list_source =
    "struct link { global struct link *next; int value; };\n"
    "__kernel void sum(__global struct link *at, __global int *y) {\n"
    "    y[0] = 0;\n"
    "    for (; at; at = at->next)\n"
    "        y[0] += at->value;\n"
    "}\n";

struct link {
    struct link *next;
    int value;
};

static struct link *link_before(struct link *next, int value) {
    struct link *made = clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof *made, 0);
    clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_WRITE, made, sizeof *made, 0, NULL, NULL);
    made->next = next;
    made->value = value;
    clEnqueueSVMUnmap(queue, made, 0, NULL, NULL);
    return made;
}

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    cl_program program =
        clCreateProgramWithSource(context, 1, (const char **)&list_source, NULL, NULL);
    assert(clBuildProgram(program, 0, NULL, "-cl-std=CL2.0", NULL, NULL) == CL_SUCCESS);
    kernel = clCreateKernel(program, "sum", NULL);
    struct link *last = link_before(NULL, 4), *first = link_before(last, 3);
#ifdef SHORT
    first = last;
#endif
    clSetKernelArgSVMPointer(kernel, 0, first);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    void *reached[] = {last, first};
#ifndef UNNAMED
    assert(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof *reached, reached)
        == CL_SUCCESS);
    kernel = clCloneKernel(kernel, NULL);
#endif
#ifdef REPLACED
    clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof *reached, reached + 1);
#endif
    const size_t one = 1;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    read_back();
    assert(y[0] == (first == last ? 4 : 7));
    return 0;
}
