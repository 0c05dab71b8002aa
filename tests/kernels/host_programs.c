// simdiff: run => equivalent
// simdiff: run --cflags=-DIL => undecided "clCreateProgramWithIL"
// Programs compiled in parts, linked, kept as binaries, and what fails on the way.
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static cl_device_id device;
static cl_context context;
static cl_int error;

static cl_program source(const char *text) {
    return clCreateProgramWithSource(context, 1, &text, NULL, NULL);
}

static size_t type(cl_program program) {
    cl_program_binary_type type;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL);
    return type;
}

// What a program's kernel `f` makes of 5.
static int run(cl_program program) {
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, NULL);
    cl_kernel kernel = clCreateKernel(program, "f", &error);
    assert(error == CL_SUCCESS);
    int x = 5;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof x, &x, NULL);
    const size_t one = 1;
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof x, &x, 0, NULL, NULL);
    clReleaseKernel(kernel);
    return x;
}

int main(void) {
    clGetDeviceIDs(NULL, CL_DEVICE_TYPE_GPU, 1, &device, NULL);
    context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_program header = source("int g(int);\n#define ADDED 3\n");
    cl_program uses = source("#include \"sub/g.h\"\n"
        "__kernel void f(__global int *x) { *x = g(*x) + ADDED; }");
    cl_program has = source("static int twice(int x) { return 2 * x; } int g(int x) { return twice(x) + MORE; }");
    const char *name = "sub/g.h";
    assert(clCompileProgram(uses, 0, NULL, "", 0, NULL, NULL, NULL, NULL)
        == CL_COMPILE_PROGRAM_FAILURE);
    assert(clCompileProgram(uses, 0, NULL, "", 1, &header, &name, NULL, NULL) == CL_SUCCESS);
    assert(clCompileProgram(has, 0, NULL, "-DMORE=10", 0, NULL, NULL, NULL, NULL) == CL_SUCCESS);
    assert(type(uses) == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    assert(!clCreateKernel(uses, "f", &error) && error == CL_INVALID_PROGRAM_EXECUTABLE);

    char log[256];
    cl_program half = clLinkProgram(context, 0, NULL, "", 1, &uses, NULL, NULL, &error);
    assert(half && error == CL_LINK_PROGRAM_FAILURE);
    clGetProgramBuildInfo(half, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    assert(strstr(log, "undefined reference to 'g'"));
    cl_program library =
        clLinkProgram(context, 0, NULL, "-create-library", 1, &has, NULL, NULL, &error);
    assert(error == CL_SUCCESS && type(library) == CL_PROGRAM_BINARY_TYPE_LIBRARY);
    cl_program both[2] = {uses, library};
    cl_program whole = clLinkProgram(context, 0, NULL, NULL, 2, both, NULL, NULL, &error);
    assert(error == CL_SUCCESS && run(whole) == 23);

    size_t size;
    clGetProgramInfo(whole, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL);
    unsigned char *binary = malloc(size);
    clGetProgramInfo(whole, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL);
    cl_int status;
    const unsigned char *kept = binary;
    cl_program again =
        clCreateProgramWithBinary(context, 1, &device, &size, &kept, &status, &error);
    assert(error == CL_SUCCESS && status == CL_SUCCESS);
    assert(clBuildProgram(again, 0, NULL, NULL, NULL, NULL) == CL_SUCCESS && run(again) == 23);
    size--;
    assert(!clCreateProgramWithBinary(context, 1, &device, &size, &kept, &status, &error)
        && error == CL_INVALID_BINARY && status == CL_INVALID_BINARY);
    free(binary);
    assert(!clCreateProgramWithBuiltInKernels(context, 1, &device, "f", &error)
        && error == CL_INVALID_VALUE);
#ifdef IL
    const unsigned magic = 0x07230203;
    clCreateProgramWithIL(context, &magic, sizeof magic, &error);
#endif
    return 0;
}
