// simdiff: run => equivalent
// A stencil that goes back and forth between two buffers, against C.
#include "setup.h"
#include <klee/klee.h>

enum { N = 8, STEPS = 3 };

static const char *const source =
    "__kernel void stencil(__global const uint *from, __global uint *to) {\n"
    "    size_t i = get_global_id(0), n = get_global_size(0);\n"
    "    uint left = i > 0 ? from[i - 1] : 0, right = i + 1 < n ? from[i + 1] : 0;\n"
    "    to[i] = left + from[i] + right;\n"
    "}\n";

int main(void) {
    unsigned x[N], y[N], z[N];
    klee_make_symbolic(x, sizeof x, "x");
    start(source, 0);
    cl_mem buffers[2];
    buffers[0] = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, x, NULL);
    buffers[1] = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof x, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "stencil", NULL);
    const size_t global = N;
    for (int step = 0; step < STEPS; step++) {
        clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffers[step % 2]);
        clSetKernelArg(kernel, 1, sizeof(cl_mem), &buffers[1 - step % 2]);
        clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
        for (int i = 0; i < N; i++)
            y[i] = (i > 0 ? x[i - 1] : 0) + x[i] + (i + 1 < N ? x[i + 1] : 0);
        for (int i = 0; i < N; i++)
            x[i] = y[i];
    }
    clEnqueueReadBuffer(queue, buffers[STEPS % 2], CL_TRUE, 0, sizeof z, z, 0, NULL, NULL);
    for (int i = 0; i < N; i++)
        assert(z[i] == y[i]);
    return 0;
}
