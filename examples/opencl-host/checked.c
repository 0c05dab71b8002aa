// simdiff: run => equivalent
// A host that checks its kernel against C.
#include <CL/cl.h>
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

enum { N = 16 };

static const char *const source =
    "#pragma OPENCL FP_CONTRACT OFF\n"
    "__kernel void saxpy(float a, __global const float *x, __global float *y) {\n"
    "    size_t i = get_global_id(0);\n"
    "    y[i] = a * x[i] + y[i];\n"
    "}\n";

int main(void) {
    float a, x[N], y[N], z[N];
    klee_make_symbolic(&a, sizeof a, "a");
    klee_make_symbolic(x, sizeof x, "x");
    klee_make_symbolic(y, sizeof y, "y");

    cl_platform_id platform;
    cl_device_id device;
    cl_int error = clGetPlatformIDs(1, &platform, NULL);
    error |= clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, &device, NULL);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, (const char **)&source, NULL, NULL);
    error |= clBuildProgram(program, 1, &device, "", NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "saxpy", NULL);
    cl_mem in = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof x, x, NULL);
    cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof y, NULL, NULL);
    error |= clEnqueueWriteBuffer(queue, out, CL_FALSE, 0, sizeof y, y, 0, NULL, NULL);
    error |= clSetKernelArg(kernel, 0, sizeof a, &a);
    error |= clSetKernelArg(kernel, 1, sizeof in, &in);
    error |= clSetKernelArg(kernel, 2, sizeof out, &out);
    const size_t global = N;
    error |= clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
    error |= clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof z, z, 0, NULL, NULL);
    assert(error == CL_SUCCESS);
    for (int i = 0; i < N; i++)
        {
        float expected = a * x[i] + y[i];
        assert(memcmp(&z[i], &expected, sizeof expected) == 0 || expected != expected);
    }
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return 0;
}
