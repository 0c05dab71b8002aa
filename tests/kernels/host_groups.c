// simdiff: run => equivalent
// simdiff: run --cflags=-DANY => defect
// simdiff: run --cflags="-DANY -DFITS" => equivalent "sizes of work-groups that an implementation may choose"
// simdiff: run --cflags="-DANY -DFITS -DASSUMES" => defect assertion
// A sum by halves in local memory that the host sizes.
#include "opencl_host.h"

static const char *const halves =
    "__kernel void sum(__global const int *x, __global int *y, __local int *part) {\n"
    "    size_t i = get_local_id(0);\n"
    "    part[i] = x[get_global_id(0)];\n"
    "    for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {\n"
    "        barrier(CLK_LOCAL_MEM_FENCE);\n"
    "        if (i < step)\n"
    "            part[i] += part[i + step];\n"
    "    }\n"
    "    if (i == 0)\n"
    "        y[get_group_id(0)] = part[0];\n"
    "}\n";

int main(void) {
    klee_make_symbolic(x, sizeof x, "x");
    start(0, CL_MEM_COPY_HOST_PTR);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&halves, NULL, NULL);
    clBuildProgram(program, 0, NULL, NULL, NULL, NULL);
    kernel = clCreateKernel(program, "sum", NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
    #ifdef FITS
    // Every size fits, and nothing tells them apart.
    clSetKernelArg(kernel, 2, N * sizeof(int), NULL);
#else
    clSetKernelArg(kernel, 2, 4 * sizeof(int), NULL);
#endif
    memset(y, 0, sizeof y);
    clEnqueueWriteBuffer(queue, out, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL);
    const size_t four = 4;
#ifdef ANY
    const size_t *local = NULL;
#else
    const size_t *local = &four;
#endif
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, local, 0, NULL, NULL);
    read_back();
#if defined FITS && !defined ASSUMES
    unsigned total = 0, expected = 0;
    for (int i = 0; i < N; i++) {
        total += (unsigned)y[i];
        expected += (unsigned)x[i];
    }
    assert(total == expected);
    return 0;
#endif
    for (int group = 0; group < 2; group++) {
        unsigned sum = 0;
        for (int i = 0; i < 4; i++)
            sum += (unsigned)x[4 * group + i];
        assert((unsigned)y[group] == sum);
    }
    return 0;
}
