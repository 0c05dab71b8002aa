// What the hosts here share: a device, a queue, a program with one kernel.
#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

enum { N = 8 };

static const size_t global = N;
static cl_context context;
static cl_device_id device;
static cl_command_queue queue;
static cl_kernel kernel;
static cl_mem in, out;
static int x[N] = {1, 2, 3, 4, 5, 6, 7, 8}, y[N];

static const char *const source =
    "__kernel void twice(__global const int *x, __global int *y) {\n"
    "    size_t i = get_global_id(0);\n"
    "    y[i] = 2 * x[i];\n"
    "}\n";

static void start(cl_command_queue_properties properties, cl_mem_flags flags) {
    clGetDeviceIDs(NULL, CL_DEVICE_TYPE_DEFAULT, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    queue = clCreateCommandQueue(context, device, properties, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, NULL);
    assert(clBuildProgram(program, 0, NULL, NULL, NULL, NULL) == CL_SUCCESS);
    kernel = clCreateKernel(program, "twice", NULL);
    in = clCreateBuffer(context, flags, sizeof x, x, NULL);
    out = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof y, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof in, &in);
    clSetKernelArg(kernel, 1, sizeof out, &out);
}

static void run(void) {
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
}

static void write_to(cl_bool blocking, const int *from) {
    clEnqueueWriteBuffer(queue, in, blocking, 0, sizeof x, from, 0, NULL, NULL);
}

static void read_back(void) {
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof y, y, 0, NULL, NULL);
}
