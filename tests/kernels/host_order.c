// simdiff: run --cflags=-DBARRIER => equivalent
// simdiff: run --cflags=-DMARKER => defect command-race "no queue, event or barrier"
// simdiff: run --cflags=-DFINISH => equivalent
// Commands of an out-of-order queue: barriers order what comes after them, markers do not.
#include "opencl_host.h"

static void order(void) {
#if defined BARRIER
    clEnqueueBarrierWithWaitList(queue, 0, NULL, NULL);
#elif defined MARKER
    clEnqueueMarkerWithWaitList(queue, 0, NULL, NULL);
#else
    clFinish(queue);
#endif
}

int main(void) {
    start(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CL_MEM_COPY_HOST_PTR);
    write_to(CL_FALSE, x);
    order();
    run();
    order();
    read_back();
    assert(y[3] == 8);
    return 0;
}
