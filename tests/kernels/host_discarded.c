// simdiff: run => equivalent
// simdiff: run --cflags=-DREAD => defect undefined-branch
// simdiff: run --cflags=-DIN_PLACE => equivalent
// simdiff: run --cflags="-DIN_PLACE -DREAD" => defect undefined-branch
// simdiff: run --cflags=-DMIGRATED => equivalent
// simdiff: run --cflags="-DMIGRATED -DREAD" => defect undefined-branch
// simdiff: run --cflags="-DMIGRATED -DRACE" => defect command-race
// Contents that a host gives up: a region mapped to be written as a whole, and a buffer migrated
// without its contents.
#include "opencl_host.h"

int main(void) {
#ifdef IN_PLACE
    start(0, CL_MEM_USE_HOST_PTR);
#else
    start(0, CL_MEM_COPY_HOST_PTR);
#endif
#ifdef READ
    const int given = N - 1;
#else
    const int given = N;
#endif
    cl_command_queue other = queue;
#ifdef RACE
    other = clCreateCommandQueue(context, device, 0, NULL);
#endif
#ifdef MIGRATED
    clEnqueueMigrateMemObjects(other, 1, &in, CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED, 0, NULL, NULL);
    clFlush(other);
    int values[N];
    for (int i = 0; i < N; i++) values[i] = i;
    clEnqueueWriteBuffer(queue, in, CL_TRUE, 0, given * sizeof *values, values, 0, NULL, NULL);
#else
    int *mapped = clEnqueueMapBuffer(other, in, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, sizeof x, 0,
        NULL, NULL, NULL);
    for (int i = 0; i < given; i++) mapped[i] = i;
    clEnqueueUnmapMemObject(other, in, mapped, 0, NULL, NULL);
#endif
    run();
    read_back();
    clFinish(other);
    for (int i = 0; i < N; i++) assert(y[i] == 2 * i);
    return 0;
}
