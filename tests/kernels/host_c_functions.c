// simdiff: run --assume-c-functions => equivalent "cosf is some function"
// simdiff: run => undecided "native_cos"
// What a kernel leaves to the device is C's function where that is assumed.
#include "opencl_host.h"
#include <math.h>

static const char *const wave =
    "#pragma OPENCL FP_CONTRACT OFF\n"
    "__kernel void wave(__global const float *x, __global float *y) {\n"
    "    size_t i = get_global_id(0);\n"
    "    y[i] = native_cos(x[i]) + half_powr(x[i], 3) / native_sqrt(x[i]) + native_recip(x[i]);\n"
    "}\n";

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    float a[2], b[2];
    klee_make_symbolic(a, sizeof a, "a");
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&wave, NULL, NULL);
    clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
    kernel = clCreateKernel(program, "wave", NULL);
    clEnqueueWriteBuffer(queue, in, CL_TRUE, 0, sizeof a, a, 0, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    const size_t two = 2;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &two, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof b, b, 0, NULL, NULL);
    for (int i = 0; i < 2; i++) {
        float c = cosf(a[i]) + powf(a[i], 3) / sqrtf(a[i]) + 1 / a[i];
        assert(c != c || c == b[i]);
    }
    return 0;
}
