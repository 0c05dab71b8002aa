// simdiff: run => equivalent "opencl.dot2.f32 is some function"
// simdiff: run --cflags=-DSHORT => defect out-of-bounds-write
// simdiff: run --cflags=-DUNORDERED => defect command-race
// simdiff: run --cflags=-DVALUE => undecided "OpenCL C leaves it open"
// A host whose kernel calls a builtin whose result a device chooses: its memory is examined, its
// values are not known.
#include "opencl_host.h"

static const char *const products =
    "__kernel void products(__global const float *x, __global float *y) {\n"
    "    size_t i = get_global_id(0);\n"
    "    y[i] = dot((float2)(x[i], 1), (float2)(3, x[i]));\n"
    "}\n";

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    float a[4] = {1, 2, 3, 4}, b[4];
    cl_program program =
        clCreateProgramWithSource(context, 1, (const char **)&products, NULL, NULL);
    clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
    kernel = clCreateKernel(program, "products", NULL);
#ifdef SHORT
    out = clCreateBuffer(context, CL_MEM_READ_WRITE, 3 * sizeof *b, NULL, NULL);
#endif
    clEnqueueWriteBuffer(queue, in, CL_TRUE, 0, sizeof a, a, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    const size_t items = 4;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
#ifdef SHORT
    clFinish(queue);
#else
    clEnqueueReadBuffer(queue, out, CL_FALSE, 0, sizeof b, b, 0, NULL, NULL);
#ifdef UNORDERED
    b[0] = 1;
#endif
    clFinish(queue);
#endif
#ifdef VALUE
    assert(b[0] != 4);
#endif
    assert(items == 4);
    return 0;
}
