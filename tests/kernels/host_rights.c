// simdiff: run => equivalent
// simdiff: run --cflags=-DREAD_ONLY => defect write-to-read-only "CL_MEM_READ_ONLY, to buffer (32 bytes)" "command 3, scaled"
// simdiff: run --cflags=-DREAD_ONLY_AT => defect write-to-read-only
// simdiff: run --cflags=-DWRITE_ONLY => defect read-of-write-only "CL_MEM_WRITE_ONLY, from buffer (32 bytes)"
// simdiff: run --cflags=-DSUB_BUFFER => defect write-outside-buffer "buffer (256 bytes): 4 bytes at offset 128"
// simdiff: run --cflags=-DHALF => defect write-outside-buffer
// simdiff: run --cflags=-DMAPPED => defect mapped-written "in buffer (32 bytes)"
// simdiff: run --cflags=-DFILLED => defect mapped-written "clEnqueueFillBuffer"
// simdiff: run --cflags=-DWRITTEN => defect mapped-written "in mapped region (32 bytes): 4 bytes at offset 8"
// What a kernel may do to a buffer, by its flags, its part of another, and what is mapped.
#include "opencl_host.h"

static const char *const text =
    "__kernel void scaled(__global int *from, __global int *to, int at) {\n"
    "    size_t i = get_global_id(0);\n"
    "    to[i + at] = 3 * from[i];\n"
    "}\n";

static int scratch[2 * N];

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, NULL);
    assert(clBuildProgram(program, 0, NULL, NULL, NULL, NULL) == CL_SUCCESS);
    cl_kernel scaled = clCreateKernel(program, "scaled", NULL);
    int at = 0;
    cl_mem target = out, source = in;
#ifdef READ_ONLY
    target = in;
#endif
#ifdef READ_ONLY_AT
    // For one input only.
    int which;
    klee_make_symbolic(&which, sizeof which, "which");
    target = which == 5 ? in : clCreateBuffer(context, CL_MEM_WRITE_ONLY, 256, NULL, NULL);
#endif
#ifdef WRITE_ONLY
    source = clCreateBuffer(context, CL_MEM_WRITE_ONLY | CL_MEM_COPY_HOST_PTR, sizeof x, x, NULL);
#endif
#ifdef SUB_BUFFER
    cl_buffer_region region = {0, 128};
    cl_mem whole = clCreateBuffer(context, CL_MEM_READ_WRITE, 256, NULL, NULL);
    target = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, NULL);
    at = 32 - N + 1;
#endif
#ifdef HALF
    // The program's array goes on behind the buffer.
    target = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof x, scratch, NULL);
    at = N;
#endif
    clSetKernelArg(scaled, 0, sizeof source, &source);
    clSetKernelArg(scaled, 1, sizeof target, &target);
    clSetKernelArg(scaled, 2, sizeof at, &at);
    int *mapped = clEnqueueMapBuffer(queue, target, CL_TRUE, CL_MAP_READ, 0, sizeof x, 0, NULL,
        NULL, NULL);
#ifdef WRITTEN
    mapped[2] = 7;
#endif
#ifndef MAPPED
    clEnqueueUnmapMemObject(queue, target, mapped, 0, NULL, NULL);
#endif
#ifdef FILLED
    clEnqueueMapBuffer(queue, target, CL_TRUE, CL_MAP_READ, 0, sizeof x, 0, NULL, NULL, NULL);
    clEnqueueFillBuffer(queue, target, &at, sizeof at, 0, sizeof x, 0, NULL, NULL);
#endif
    clEnqueueNDRangeKernel(queue, scaled, 1, NULL, &global, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, target, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL);
    return 0;
}
