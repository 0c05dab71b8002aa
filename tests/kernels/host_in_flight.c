// simdiff: run => equivalent
// simdiff: run --cflags=-DFREED => defect released-in-use
// simdiff: run --cflags=-DLOCAL => defect released-in-use "a local"
// simdiff: run --cflags=-DREUSED => defect command-race "the host goes on without waiting" "* the host"
// simdiff: run --cflags=-DRELEASED => defect command-race "the host goes on without waiting"
// simdiff: run --cflags=-DSOME_INPUT => defect command-race "the host goes on without waiting"
// Memory of the host while commands may still use it.
#include "opencl_host.h"

static void fill(void) {
    int local[N] = {0};
    write_to(CL_FALSE, local);
}

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    int *block = malloc(sizeof x);
    memcpy(block, x, sizeof x);
#ifdef FREED
    write_to(CL_FALSE, block);
#else
    write_to(CL_TRUE, block);
#endif
    free(block);
#ifdef LOCAL
    fill();
#endif
#ifdef REUSED
    write_to(CL_FALSE, x);
    x[7] = 0;
#endif
    run();
#ifdef SOME_INPUT
    unsigned at;
    klee_make_symbolic(&at, sizeof at, "at");
    klee_assume(at < N);
    clEnqueueReadBuffer(queue, out, CL_FALSE, 0, 4 * sizeof(int), y, 0, NULL, NULL);
    int early = y[at];
    clFinish(queue);
#endif
#ifdef RELEASED
    clEnqueueReadBuffer(queue, out, CL_FALSE, 0, sizeof y, y, 0, NULL, NULL);
    assert(y[2] == 6);
    clReleaseMemObject(out);
    return 0;
#endif
    read_back();
    return 0;
}
