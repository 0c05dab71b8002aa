// simdiff: run => equivalent
// simdiff: run --cflags=-DWRONG => defect format-mismatch "an integer of 32 bits is demanded"
// simdiff: run --cflags=-DUNWRITTEN => defect uninitialised-output "a printed value"
// A kernel of a host that prints.
#include "opencl_host.h"

static const char *const prints =
    "__kernel void twice(__global const int *x, __global int *y) {\n"
    "    size_t i = get_global_id(0);\n"
    "#ifdef WRONG\n"
    "    printf(\"%d: %d\\n\", i, x[i]);\n"
    "#elif defined UNWRITTEN\n"
    "    printf(\"%d\\n\", y[i]);\n"
    "#else\n"
    "    printf(\"%lu: %d\\n\", i, x[i]);\n"
    "#endif\n"
    "    y[i] = 2 * x[i];\n"
    "}\n";

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&prints, NULL, NULL);
#ifdef WRONG
    clBuildProgram(program, 0, NULL, "-DWRONG", NULL, NULL);
#elif defined UNWRITTEN
    clBuildProgram(program, 0, NULL, "-DUNWRITTEN", NULL, NULL);
#else
    clBuildProgram(program, 0, NULL, "", NULL, NULL);
#endif
    kernel = clCreateKernel(program, "twice", NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    run();
    read_back();
    for (int i = 0; i < N; i++) assert(y[i] == 2 * x[i]);
    return 0;
}
