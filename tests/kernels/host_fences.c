// simdiff: run => equivalent
// simdiff: run --cflags=-DFLAG=CLK_LOCAL_MEM_FENCE => defect race "the barrier at"
// simdiff: run --cflags=-DFLAG=0 => defect race
// A kernel of a host whose barrier has to fence global memory.
#include "opencl_host.h"

#ifndef FLAG
#define FLAG CLK_GLOBAL_MEM_FENCE
#endif
#define TEXT(x) #x
#define TEXT_OF(x) TEXT(x)

static const char *const swapped =
    "__kernel void swap(__global const int *x, __global int *y) {\n"
    "    size_t i = get_global_id(0);\n"
    "    y[i] = x[i];\n"
    "    barrier(" TEXT_OF(FLAG) ");\n"
    "    int other = y[i ^ 1];\n"
    "    barrier(CLK_GLOBAL_MEM_FENCE);\n"
    "    y[i] = other;\n"
    "}\n";

int main(void) {
    klee_make_symbolic(x, sizeof x, "x");
    start(0, CL_MEM_COPY_HOST_PTR);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&swapped, NULL, NULL);
    clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
    kernel = clCreateKernel(program, "swap", NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &global, 0, NULL, NULL);
    read_back();
    for (int i = 0; i < N; i++) assert(y[i] == x[i ^ 1]);
    return 0;
}
