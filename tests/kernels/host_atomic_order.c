// simdiff: run => undecided "in which order work-items access memory atomically is open" "--assume-atomic-order"
// simdiff: run --assume-atomic-order => equivalent "work-items access memory atomically in the order of their ids"
// simdiff: run --assume-atomic-order --cflags=-DTWICE => defect assertion
// A host that expects what its kernel counts in the order of the work-items.
#include "opencl_host.h"

static const char *const text =
    "__kernel void kept(__global const int *x, __global int *y, volatile __global uint *count) {\n"
    "    int v = x[get_global_id(0)];\n"
    "    if (v % 2)\n"
    "        y[atomic_inc(count)] = v;\n"
    "}\n";

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    unsigned none = 0;
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, NULL);
    assert(clBuildProgram(program, 0, NULL, NULL, NULL, NULL) == CL_SUCCESS);
    cl_kernel kept = clCreateKernel(program, "kept", NULL);
    cl_mem count = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof none, &none, NULL);
    clSetKernelArg(kept, 0, sizeof in, &in);
    clSetKernelArg(kept, 1, sizeof out, &out);
    clSetKernelArg(kept, 2, sizeof count, &count);
    int zero = 0;
    clEnqueueFillBuffer(queue, out, &zero, sizeof zero, 0, sizeof y, 0, NULL, NULL);
    clEnqueueNDRangeKernel(queue, kept, 1, NULL, &global, NULL, 0, NULL, NULL);
#ifdef TWICE
    clEnqueueNDRangeKernel(queue, kept, 1, NULL, &global, NULL, 0, NULL, NULL);
#endif
    read_back();
    assert(y[0] == 1 && y[1] == 3 && y[2] == 5 && y[3] == 7 && y[4] == 0);
    return 0;
}
