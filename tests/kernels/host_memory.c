// simdiff: run => equivalent
// simdiff: run --cflags=-DTOUCHED => defect command-race "the host goes on without waiting"
// simdiff: run --cflags=-DTOO_SOON => defect command-race "the host goes on without waiting"
// simdiff: run --cflags=-DMAPPED => defect mapped-in-use
// simdiff: run --cflags=-DRELEASED => defect read-after-free "OpenCL cl_kernel"
// simdiff: run --cflags=-DTWICE => defect read-after-free "OpenCL cl_mem"
// The program's own memory as a buffer, regions that are mapped, objects after their release.
#include "opencl_host.h"

int main(void) {
    start(0, CL_MEM_USE_HOST_PTR);
#ifdef RELEASED
    clReleaseKernel(kernel);
#endif
#ifdef MAPPED
    clEnqueueMapBuffer(queue, out, CL_TRUE, CL_MAP_WRITE, 0, 4, 0, NULL, NULL, NULL);
#endif
    run();
#ifdef TOUCHED
    x[2] = 0;
#endif
#ifdef TOO_SOON
    const cl_bool blocking = CL_FALSE;
#else
    const cl_bool blocking = CL_TRUE;
#endif
    const int *mapped = clEnqueueMapBuffer(queue, out, blocking, CL_MAP_READ, 0, sizeof y, 0, NULL,
        NULL, NULL);
    assert(mapped[3] == 8);
    clEnqueueUnmapMemObject(queue, out, (void *)mapped, 0, NULL, NULL);
    clFinish(queue);
    clReleaseMemObject(in);
#ifdef TWICE
    clReleaseMemObject(in);
#endif
    return 0;
}
