// simdiff: run => equivalent
// simdiff: run --cflags=-DFINITE => equivalent "results for NaNs and infinities are left open"
// With this option a compiler may take no number for a NaN, and remove the test.

#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <assert.h>
#include <stddef.h>

#ifdef FINITE
#define OPTIONS "-cl-finite-math-only"
#else
#define OPTIONS ""
#endif

static const char *const source = "kernel void plain(global const float *x, global int *y) {"
                                  "    y[0] = isnan(x[0]) ? 1 : 2;"
                                  "}";

int main(void) {
    cl_platform_id platform;
    cl_device_id device;
    assert(clGetPlatformIDs(1, &platform, NULL) == CL_SUCCESS);
    assert(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, NULL);
    assert(clBuildProgram(program, 1, &device, OPTIONS, NULL, NULL) == CL_SUCCESS);
    cl_kernel kernel = clCreateKernel(program, "plain", NULL);
    float x = __builtin_nanf("");
    int y = 0;
    cl_mem from = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof x, &x, NULL);
    cl_mem to = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof y, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof from, &from);
    clSetKernelArg(kernel, 1, sizeof to, &to);
    size_t one = 1;
    assert(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL) == CL_SUCCESS);
    assert(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof y, &y, 0, NULL, NULL) == CL_SUCCESS);
    assert(y == 1);
    return 0;
}
