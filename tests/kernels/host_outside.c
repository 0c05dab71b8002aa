// simdiff: run => defect out-of-bounds-write "by command 1, put of line" "at program 2:3"
// simdiff: run --cflags=-DANY => defect out-of-bounds-write "by command 1, put of line" "at program 2:3"
// simdiff: run --cflags=-DGUARDED --cflags=-DANY => equivalent
// What a kernel accesses outside of its buffers is told with its line and the call that runs it.
#include "opencl_host.h"

static const char *const put_source =
    "__kernel void put(__global int *y, uint at, uint end) {\n"
    "    if (at < end)\n"
    "        y[at] = 1;\n"
    "}\n";

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    cl_program program =
        clCreateProgramWithSource(context, 1, (const char **)&put_source, NULL, NULL);
    assert(clBuildProgram(program, 0, NULL, NULL, NULL, NULL) == CL_SUCCESS);
    kernel = clCreateKernel(program, "put", NULL);
    cl_uint at = N;
#ifdef ANY
    klee_make_symbolic(&at, sizeof at, "at");
#endif
#ifdef GUARDED
    const cl_uint end = N;
#else
    const cl_uint end = N + 1;
#endif
    clSetKernelArg(kernel, 0, sizeof out, &out);
    clSetKernelArg(kernel, 1, sizeof at, &at);
    clSetKernelArg(kernel, 2, sizeof end, &end);
    const size_t one = 1;
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    clFinish(queue);
    return 0;
}
