// simdiff: run => equivalent
// simdiff: run --cflags=-DALWAYS => undecided nothing-compared "every path ends with status 1" "clSetKernelArg of line 40 fails with CL_INVALID_ARG_SIZE"
// simdiff: run --cflags=-DNO_BUFFER => undecided nothing-compared "clCreateBuffer of line 33 fails with CL_INVALID_BUFFER_SIZE"
// simdiff: run --cflags=-DSOMETIMES => equivalent "for inputs such as count = 3 the program checks nothing: clEnqueueNDRangeKernel" "of line 46 fails with CL_INVALID_WORK_GROUP_SIZE"
// simdiff: run --cflags='-DSOMETIMES -DWRONG' => defect assertion
// simdiff: run --cflags=-DAFTERWARDS => equivalent "ends with a status that depends on the inputs"
// A host that gives up after the first call that fails has checked nothing on that path.
#include "opencl_host.h"
#include <stdio.h>

#define CHECK(call) \
    do { \
        cl_int error = (call); \
        if (error != CL_SUCCESS) { \
            fprintf(stderr, "%s: %d\n", #call, error); \
            exit(1); \
        } \
    } while (0)

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    unsigned char count;
    klee_make_symbolic(&count, sizeof count, "count");
    klee_assume(count > 0 && count <= N);
    size_t items = N, group = 1;
    cl_int failed;
#ifdef NO_BUFFER
    size_t bytes = 0;
#else
    size_t bytes = sizeof y;
#endif
    cl_mem result =
        clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &failed);
    CHECK(failed);
#ifdef ALWAYS
    size_t size = sizeof(int);
#else
    size_t size = sizeof result;
#endif
    CHECK(clSetKernelArg(kernel, 1, size, &result));
#ifdef SOMETIMES
    if (count == 3)
        group = 3;
#endif
    // With a group of three, eight items are no whole number of groups.
    CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, 0, NULL, NULL));
    CHECK(clEnqueueReadBuffer(queue, result, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL));
#ifdef WRONG
    assert(y[count - 1] != 16);
#endif
    assert(y[count - 1] == 2 * count);
#ifdef AFTERWARDS
    if (count == 5)
        return 1;
#endif
    return 0;
}
