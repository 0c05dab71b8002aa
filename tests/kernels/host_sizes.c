// simdiff: run => equivalent
// simdiff: run --cflags=-DTOO_MANY => defect out-of-bounds-write
// simdiff: run --cflags=-DANY => undecided "a size that a host gives"
// An index space and a buffer whose sizes depend on inputs: a path for each size.
#include "opencl_host.h"

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
#ifndef ANY
    n = 1 + n % 4;
#endif
    cl_mem result = clCreateBuffer(context, CL_MEM_WRITE_ONLY, n * sizeof *y, NULL, NULL);
    clSetKernelArg(kernel, 1, sizeof result, &result);
#ifdef TOO_MANY
    size_t items = n + 1;
#else
    size_t items = n;
#endif
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, result, CL_TRUE, 0, n * sizeof *y, y, 0, NULL, NULL);
    for (unsigned i = 0; i < n; i++)
        assert(y[i] == 2 * x[i]);
    return 0;
}
