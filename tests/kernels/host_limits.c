// simdiff: run => equivalent
// simdiff: run --cflags=-DITEMS=1024 => equivalent
// simdiff: run --cflags=-DITEMS=16384 => defect
// simdiff: run --cflags=-DITEMS=16384 --cflags=-DASSERTED => defect assertion
// simdiff: run --cflags=-DITEMS=512 --cflags=-DGROUP=512 => equivalent "the device takes work-groups of 512 work-items"
// The limits that a device reports are those that it keeps: a launch, a buffer or an image
// beyond them fails with the error of the specification.
#include "opencl_host.h"

static const char *const text =
    "__kernel void declared(__global int *y) {\n"
    "    __local int part[ITEMS];\n"
    "    size_t i = get_local_id(0);\n"
    "    part[i] = 3;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    y[get_global_id(0)] = part[get_local_size(0) - 1 - i];\n"
    "}\n"
    "__kernel void given(__global int *y, __local int *part) {\n"
    "    part[get_local_id(0)] = 4;\n"
    "    y[get_global_id(0)] = part[get_local_id(0)];\n"
    "}\n"
    "__kernel void constants(__global int *y, __constant int *c) { y[get_global_id(0)] = *c; }\n"
    "struct large { int values[512]; };\n"
    "__kernel void by_value(__global int *y, struct large all) {\n"
    "    y[get_global_id(0)] = all.values[511];\n"
    "}\n";

#ifndef ITEMS
#define ITEMS 8
#endif
#define STRING(x) #x
#define OPTION(x) "-DITEMS=" STRING(x)
#ifndef GROUP
#define GROUP 8
#endif

static cl_program program;

static cl_int enqueue(cl_kernel of, size_t items) {
    return clEnqueueNDRangeKernel(queue, of, 1, NULL, &items, &items, 0, NULL, NULL);
}

static cl_kernel made(const char *name) {
    cl_kernel found = clCreateKernel(program, name, NULL);
    clSetKernelArg(found, 0, sizeof out, &out);
    return found;
}

static void memory_of_groups(cl_ulong most) {
    cl_kernel given = made("given");
    clSetKernelArg(given, 1, most + 4, NULL);
    assert(enqueue(given, 4) == CL_OUT_OF_RESOURCES);
    clSetKernelArg(given, 1, most, NULL);
    assert(enqueue(given, 4) == CL_SUCCESS);
    read_back();
    assert(y[3] == 4);
}

static void groups(void) {
    size_t most, sizes[3];
    clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof most, &most, NULL);
    clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, NULL);
    cl_kernel given = made("given");
    clSetKernelArg(given, 1, 4, NULL);
    const size_t wide[2] = {most, 2}, long_one = 2 * sizes[0];
    assert(clEnqueueNDRangeKernel(queue, given, 2, NULL, wide, wide, 0, NULL, NULL)
        == CL_INVALID_WORK_GROUP_SIZE);
    assert(enqueue(given, long_one) == CL_INVALID_WORK_ITEM_SIZE);
}

static void objects(void) {
    cl_ulong most;
    size_t width;
    cl_int error;
    clGetDeviceInfo(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, NULL);
    assert(!clCreateBuffer(context, 0, most + 1, NULL, &error));
    assert(error == CL_INVALID_BUFFER_SIZE);
    clGetDeviceInfo(device, CL_DEVICE_IMAGE2D_MAX_WIDTH, sizeof width, &width, NULL);
    const cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = width + 1,
        .image_height = 1};
    assert(!clCreateImage(context, 0, &format, &desc, NULL, &error));
    assert(error == CL_INVALID_IMAGE_SIZE);
}

static void arguments(void) {
    cl_ulong most;
    size_t parameters;
    static int large[512];
    clGetDeviceInfo(device, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, sizeof most, &most, NULL);
    cl_kernel constants = made("constants"), by_value = made("by_value");
    cl_mem too_large = clCreateBuffer(context, CL_MEM_READ_ONLY, most + 4, NULL, NULL);
    clSetKernelArg(constants, 1, sizeof too_large, &too_large);
    assert(enqueue(constants, 1) == CL_OUT_OF_RESOURCES);
    clSetKernelArg(constants, 1, sizeof in, &in);
    assert(enqueue(constants, 1) == CL_SUCCESS);
    clGetDeviceInfo(device, CL_DEVICE_MAX_PARAMETER_SIZE, sizeof parameters, &parameters, NULL);
    assert(parameters < sizeof large);
    clSetKernelArg(by_value, 1, sizeof large, large);
    assert(enqueue(by_value, 1) == CL_OUT_OF_RESOURCES);
    clFinish(queue);
}

int main(void) {
    start(0, CL_MEM_COPY_HOST_PTR);
    program = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, NULL);
    assert(clBuildProgram(program, 0, NULL, OPTION(ITEMS), NULL, NULL) == CL_SUCCESS);
    cl_ulong most;
    clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof most, &most, NULL);
#ifdef ASSERTED
    assert(enqueue(made("declared"), N) == CL_SUCCESS);
#endif
    static int all[GROUP];
    cl_mem room = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof all, NULL, NULL);
    cl_kernel declared = clCreateKernel(program, "declared", NULL);
    clSetKernelArg(declared, 0, sizeof room, &room);
    enqueue(declared, GROUP);
    clEnqueueReadBuffer(queue, room, CL_TRUE, 0, sizeof all, all, 0, NULL, NULL);
    assert(all[5] == 3);
    memory_of_groups(most);
    groups();
    objects();
    arguments();
    return 0;
}
