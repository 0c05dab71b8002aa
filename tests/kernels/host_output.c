// simdiff: run => equivalent
// simdiff: run --cflags=-DSHORT => defect uninitialised-output "a printed value"
// simdiff: run --cflags="-DSHORT -DAS_BYTES" => defect uninitialised-output "bytes that are written out"
// simdiff: run --cflags="-DSHORT -DAS_STATUS" => defect uninitialised-output "the exit status"
// simdiff: run --cflags="-DSHORT -DSUM" => defect uninitialised-output "a printed value"
// simdiff: run --cflags="-DSHORT -DUNUSED" => equivalent
// A host reads back more than its kernel wrote, and prints it or ends with it.
#include "opencl_host.h"
#include <stdio.h>

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
#ifdef SHORT
    const size_t items = N - 1;
#else
    const size_t items = N;
#endif
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
    read_back();
#ifdef AS_BYTES
    fwrite(y, sizeof *y, N, stdout);
#elif defined AS_STATUS
    return y[N - 1];
#elif defined SUM
    int sum = 0;
    for (int i = 0; i < N; i++) sum += y[i];
    printf("%d of %d\n", sum, N);
#elif defined UNUSED
    for (int i = 0; i < N - 1; i++) printf("%d\n", y[i]);
#else
    for (int i = 0; i < N; i++) printf("%d\n", y[i]);
#endif
    return 0;
}
